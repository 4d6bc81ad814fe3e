// Peterson's lock in a shared window: the stores that the atomic loads see are ordered before later accesses, even if a
// flag was set to the same value before.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 %s 2>&1 | FileCheck %s
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 %s 2>&1 | FileCheck %s
// CHECK: lockstep: no errors
#include <mpi.h>
#include <sched.h>
#include <stdatomic.h>

enum { kRounds = 8 };

struct Shared {
  atomic_int wants[2];
  atomic_int turn;
  int count;
};

int main(int argc, char **argv) {
  int rank, unit;
  MPI_Aint bytes;
  struct Shared *shared;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate_shared(rank == 0 ? sizeof *shared : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &shared, &win);
  MPI_Win_shared_query(win, 0, &bytes, &unit, &shared);
  MPI_Win_lock_all(0, win);
  if (rank == 0) *shared = (struct Shared){{0, 0}, 0, 0};
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  for (int i = 0; i < kRounds; ++i) {
    atomic_store(&shared->wants[rank], 1);
    atomic_store(&shared->turn, 1 - rank);
    while (atomic_load(&shared->wants[1 - rank]) && atomic_load(&shared->turn) == 1 - rank) sched_yield();
    shared->count++;
    atomic_store(&shared->wants[rank], 0);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
