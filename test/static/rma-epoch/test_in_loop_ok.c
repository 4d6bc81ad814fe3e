// Whether a test has closed the exposure epoch is only known at run time.
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size, memory = 0, done = 0, other;
  MPI_Win win;
  MPI_Group world, group;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size != 2) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  other = 1 - rank;
  MPI_Group_incl(world, 1, &other, &group);
  if (rank == 0) {
    MPI_Win_post(group, 0, win);
    while (!done) MPI_Win_test(win, &done);
  } else {
    MPI_Win_start(group, 0, win);
    MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
  }
  MPI_Group_free(&group);
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
