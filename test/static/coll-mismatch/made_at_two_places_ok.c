// Ranks create a window, communicator or file at different places: it is one object, and the collectives on it match.
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: coll-
// CHECK: lockstep: no errors
#include <mpi.h>
#include <stdlib.h>

static MPI_Win share(double *memory, int count, MPI_Comm comm) {
  MPI_Win win;
  MPI_Win_create(memory, count * (MPI_Aint)sizeof(double), sizeof(double), MPI_INFO_NULL, comm, &win);
  return win;
}

static void windows(int rank, MPI_Comm comm) {
  double memory[8] = {0};
  MPI_Win win = rank == 0 ? share(memory, 8, comm) : share(NULL, 0, comm);
  MPI_Win_fence(0, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

static void duplicates(int rank) {
  MPI_Comm odd, second, third;
  if (rank % 2 == 1)
    MPI_Comm_dup(MPI_COMM_WORLD, &odd);
  else
    MPI_Comm_dup(MPI_COMM_WORLD, &odd);
  if (rank == 0) MPI_Comm_dup(odd, &second);
  if (rank != 0) MPI_Comm_dup(odd, &second);
  if (rank == 0)
    MPI_Comm_dup(second, &third);
  else
    MPI_Comm_dup(second, &third);
  MPI_Barrier(third);
  MPI_Barrier(second);
  MPI_Barrier(odd);
  MPI_Comm_free(&third);
  MPI_Comm_free(&second);
  MPI_Comm_free(&odd);
}

/// Each place makes another one of the two objects on each rank.
static void crossed(int rank) {
  MPI_Comm first, second;
  if (rank == 0) MPI_Comm_dup(MPI_COMM_WORLD, &first);
  MPI_Comm_dup(MPI_COMM_WORLD, rank == 0 ? &second : &first);
  if (rank != 0) MPI_Comm_dup(MPI_COMM_WORLD, &second);
  MPI_Barrier(first);
  MPI_Allreduce(MPI_IN_PLACE, &rank, 1, MPI_INT, MPI_MAX, second);
  MPI_Comm_free(&first);
  MPI_Comm_free(&second);
}

static void files(int rank) {
  MPI_File file;
  if (rank == 0)
    MPI_File_open(MPI_COMM_WORLD, "out", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
  else
    MPI_File_open(MPI_COMM_WORLD, "out", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
  MPI_File_write_all(file, &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
}

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc > 1) MPI_Barrier(MPI_COMM_WORLD);
  windows(rank, MPI_COMM_WORLD);
  duplicates(rank);
  crossed(rank);
  files(rank);
  for (int round = 0; round < atoi(argv[1]); ++round) windows(rank, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
