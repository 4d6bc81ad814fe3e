// A halo exchange between the halves and the columns of one array, and one buffer sent twice: nothing overlaps.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60  %s 2>&1 | FileCheck %s
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60  %s 2>&1 | FileCheck %s
#include <mpi.h>

enum { kRows = 6, kColumns = 8 };

int main(int argc, char **argv) {
  int rank, grid[kRows][kColumns] = {0};
  MPI_Request requests[6];
  MPI_Datatype column;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int other = 1 - rank;
  MPI_Type_vector(kRows, 1, kColumns, MPI_INT, &column);
  MPI_Type_commit(&column);
  for (int round = 0; round < 3; ++round) {
    MPI_Irecv(&grid[0][0], 1, column, other, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&grid[0][kColumns - 1], 1, column, other, 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Irecv(&grid[0][3], 1, MPI_INT, other, 3, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(&grid[0][1], 1, column, other, 1, MPI_COMM_WORLD, &requests[3]);
    MPI_Isend(&grid[0][kColumns - 2], 1, column, other, 2, MPI_COMM_WORLD, &requests[4]);
    MPI_Isend(&grid[0][1], 1, MPI_INT, other, 3, MPI_COMM_WORLD, &requests[5]);
    MPI_Waitall(6, requests, MPI_STATUSES_IGNORE);
  }
  MPI_Type_free(&column);
  MPI_Finalize();
  return 0;
}

// CHECK: lockstep: no errors; 2 ranks
