// A rank that is too large for every number of ranks; a constant that is large may be right.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
#ifdef OK
  if (rank == 0) MPI_Send(&value, 1, MPI_INT, 5, 0, MPI_COMM_WORLD);
  if (rank == 5) MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#else
  // CHECK: size.c:[[@LINE+1]]:{{.*}}error: dest of MPI_Send (argument 4) is 2, but MPI_COMM_WORLD has ranks 0 to 1 [arg-rank]
  MPI_Send(&value, 1, MPI_INT, size, 0, MPI_COMM_WORLD);
#endif
  MPI_Finalize();
  return 0;
}
