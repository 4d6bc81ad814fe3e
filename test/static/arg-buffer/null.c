// The buffer of a broadcast is NULL, which is correct only if no element is broadcast.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int *value = 0;
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Bcast(value, 0, MPI_INT, 0, MPI_COMM_WORLD);
#else
  // CHECK: null.c:[[@LINE+1]]:{{.*}}error: buffer of MPI_Bcast (argument 1) is NULL, but the call transfers data [arg-buffer]
  MPI_Bcast(value, 1, MPI_INT, 0, MPI_COMM_WORLD);
#endif
  MPI_Finalize();
  return 0;
}
