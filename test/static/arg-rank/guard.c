// A guard lets two ranks run the program, which sends to rank 6.
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
  if (size < 7) MPI_Abort(MPI_COMM_WORLD, 1);
#else
  if (size < 2) MPI_Abort(MPI_COMM_WORLD, 1);
#endif
  // CHECK: guard.c:[[@LINE+1]]:{{.*}}error: dest of MPI_Send (argument 4) is 6, but MPI_COMM_WORLD has ranks 0 to 1 [arg-rank]
  if (rank == 0) MPI_Send(&value, 1, MPI_INT, 6, 0, MPI_COMM_WORLD);
  if (rank == 6) MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
