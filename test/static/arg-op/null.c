// A reduction with MPI_OP_NULL.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int mine = 1, all;
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
#else
  // CHECK: null.c:[[@LINE+1]]:{{.*}}error: op of MPI_Allreduce (argument 5) is MPI_OP_NULL [arg-op]
  MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_OP_NULL, MPI_COMM_WORLD);
#endif
  MPI_Finalize();
  return 0;
}
