// One of everything that is done to windows, and some collectives with data.
#include <mpi.h>

int main(int argc, char **argv) {
  _Alignas(16) double memory[16] = {0}, own[16] = {0}, one = 1, old;
  int rank, counts[2], displacements[2] = {0, 4}, incoming[2];
  MPI_Win first;
  MPI_Group all, other;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &first);

  MPI_Win_fence(0, first);
  if (rank == 0) MPI_Put(own, 3, MPI_DOUBLE, 1, 0, 3, MPI_DOUBLE, first);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, first);

  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, first);
    MPI_Get(own, 2, MPI_DOUBLE, 1, 4, 2, MPI_DOUBLE, first);
    MPI_Win_flush_local(1, first);
    MPI_Fetch_and_op(&one, &old, MPI_DOUBLE, 1, 8, MPI_SUM, first);
    MPI_Win_unlock(1, first);
  }

  const int peer = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &peer, &other);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_post(other, 0, first);
  MPI_Win_start(other, 0, first);
  MPI_Put(own, 1, MPI_DOUBLE, peer, 12, 1, MPI_DOUBLE, first);
  MPI_Win_complete(first);
  for (int done = 0; !done;) MPI_Win_test(first, &done);
  MPI_Win_post(other, 0, first);
  MPI_Win_start(other, 0, first);
  MPI_Win_complete(first);
  MPI_Win_wait(first);

  MPI_Win_lock_all(0, first);
  MPI_Win_sync(first);
  MPI_Win_unlock_all(first);

  MPI_Bcast(own, 5, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Gather(&one, 1, MPI_DOUBLE, own, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, own, 3, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  counts[0] = 0;
  counts[1] = rank == 0 ? 1 : 0;
  incoming[0] = rank == 0 ? 0 : 1;
  incoming[1] = rank == 0 ? 2 : 0;
  if (rank == 1) counts[0] = 2;
  MPI_Alltoallv(own, counts, displacements, MPI_DOUBLE, &own[8], incoming, displacements, MPI_DOUBLE, MPI_COMM_WORLD);

  MPI_Win_free(&first);
  MPI_Group_free(&all);
  MPI_Group_free(&other);
  MPI_Finalize();
  return 0;
}
