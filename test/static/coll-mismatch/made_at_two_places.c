// Ranks create one object at different places, and then some of them miss a collective on it.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, memory[4] = {0};
  MPI_Win win;
  MPI_Comm copy;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  else
    MPI_Win_create(MPI_BOTTOM, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    // CHECK-DAG: made_at_two_places.c:[[@LINE+1]]:{{.*}}error: MPI_Win_fence {{.*}} [coll-mismatch]
    MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  if (rank == 0)
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  else
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  // CHECK-DAG: made_at_two_places.c:[[@LINE+2]]:{{.*}}error: MPI_Barrier {{.*}} [coll-mismatch]
  if (rank == 0)
    MPI_Barrier(copy);
  else
    MPI_Bcast(memory, 1, MPI_INT, 0, copy);
  MPI_Comm_free(&copy);
  MPI_Finalize();
  return 0;
}
