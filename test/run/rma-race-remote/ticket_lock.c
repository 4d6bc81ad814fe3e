// Each rank takes a ticket and waits until it is served: the next one has seen the increment of the previous one.
// REQUIRES: mpich, openmpi
// RUN: for mpi in mpich openmpi; do %lockstep run -v --mpi $mpi -n 3 --timeout 60 %s 2>&1 | FileCheck %s --check-prefix=NONE || exit 1; done
// RUN: for mpi in mpich openmpi; do %not66 %lockstep run --mpi $mpi -n 3 --timeout 60 --cflags=-DNO_WAIT %s 2>&1 | FileCheck %s || exit 1; done
// NONE-NOT: {{error|warning}}:
// NONE: no errors
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
  int *base, one = 1, ticket, serving, count;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  base[0] = base[1] = base[2] = 0;
  MPI_Win_lock_all(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 3; ++i) {
    MPI_Fetch_and_op(&one, &ticket, MPI_INT, 0, 0, MPI_SUM, win);
    MPI_Win_flush(0, win);
#ifndef NO_WAIT
    do {
      MPI_Fetch_and_op(NULL, &serving, MPI_INT, 0, 1, MPI_NO_OP, win);
      MPI_Win_flush(0, win);
    } while (serving != ticket);
#endif
    // CHECK: error: {{.*}} [rma-race-remote]
    MPI_Get(&count, 1, MPI_INT, 0, 2, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    ++count;
    MPI_Put(&count, 1, MPI_INT, 0, 2, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    MPI_Accumulate(&one, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_flush(0, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
