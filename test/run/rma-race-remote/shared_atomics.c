// Memory shared between processes: an atomic store releases earlier stores to whoever atomically loads its value.
// REQUIRES: mpich, openmpi
// RUN: for mpi in mpich openmpi; do %lockstep run -v --mpi $mpi -n 2 --timeout 60 %s 2>&1 | FileCheck %s --check-prefix=NONE || exit 1; done
// RUN: for mpi in mpich openmpi; do %not66 %lockstep run --mpi $mpi -n 2 --timeout 60 --cflags=-DNO_WAIT %s 2>&1 | FileCheck %s || exit 1; done
// NONE-NOT: {{error|warning}}:
// NONE: no errors
#include <mpi.h>
#include <stdatomic.h>

struct Mail {
  atomic_int round;
  int letter;
};

int main(int argc, char **argv) {
  int rank, unit, sum = 0;
  MPI_Aint bytes;
  struct Mail *mail;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate_shared(rank == 0 ? (MPI_Aint)sizeof *mail : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mail, &win);
  MPI_Win_shared_query(win, 0, &bytes, &unit, &mail);
  MPI_Win_lock_all(0, win);
  if (rank == 0) atomic_store(&mail->round, 0);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 3; ++i) {
#ifndef NO_WAIT
    while (atomic_load_explicit(&mail->round, memory_order_acquire) != 2 * i + rank) continue;
#endif
    // CHECK: error: {{.*}} [rma-race-remote]
    if (rank == 0)
      mail->letter = i;
    else
      sum += mail->letter;
    atomic_store_explicit(&mail->round, 2 * i + rank + 1, memory_order_release);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum < 0;
}
