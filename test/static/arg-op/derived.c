// A predefined operation does not reduce derived datatypes; one of a single integer is accepted.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int mine[4] = {0}, sum[4];
  MPI_Datatype row;
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Type_contiguous(1, MPI_INT, &row);
#else
  MPI_Type_contiguous(4, MPI_INT, &row);
#endif
  MPI_Type_commit(&row);
  // CHECK: derived.c:[[@LINE+1]]:{{.*}}error: op of MPI_Allreduce (argument 5) is MPI_SUM, which does not take derived datatypes [arg-op]
  MPI_Allreduce(mine, sum, 1, row, MPI_SUM, MPI_COMM_WORLD);
  MPI_Type_free(&row);
  MPI_Finalize();
  return 0;
}
