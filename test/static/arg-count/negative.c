// The count of a broadcast is negative; zero is a valid count.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int value = 0, count = -1;
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Bcast(&value, count + 1, MPI_INT, 0, MPI_COMM_WORLD);
#else
  // CHECK: negative.c:[[@LINE+1]]:{{.*}}error: count of MPI_Bcast (argument 2) is -1, but must not be negative [arg-count]
  MPI_Bcast(&value, count, MPI_INT, 0, MPI_COMM_WORLD);
#endif
  MPI_Finalize();
  return 0;
}
