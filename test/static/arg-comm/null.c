// A broadcast on MPI_COMM_NULL.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int value = 0;
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
#else
  // CHECK: null.c:[[@LINE+1]]:{{.*}}error: comm of MPI_Bcast (argument 5) is MPI_COMM_NULL [arg-comm]
  MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_NULL);
#endif
  MPI_Finalize();
  return 0;
}
