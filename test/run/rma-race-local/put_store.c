// A store to the buffer of a put before local completion, and a load of that of a get; loads of the former and all
// accesses after the flush are correct.
// REQUIRES: mpich, openmpi
// RUN: for mpi in mpich openmpi; do %not66 %lockstep run --mpi $mpi -n 2 --timeout 60 --cflags=-DEARLY %s 2>&1 | FileCheck %s || exit 1; done
// RUN: for mpi in mpich openmpi; do %lockstep run --mpi $mpi -n 2 --timeout 60 --cflags=-O2 %s 2>&1 | FileCheck %s --check-prefix=RIGHT || exit 1; done
// RIGHT: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, *base, out = 5, in = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&out, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    if (out != 5) MPI_Abort(MPI_COMM_WORLD, 1);
#ifdef EARLY
    // CHECK-DAG: put_store.c:[[@LINE+1]]:9: error: the store writes to a buffer that a pending MPI_Put still reads [rma-race-local]
    out = 7;
#endif
    MPI_Win_flush_local(1, win);
    out = 8;
    MPI_Get(&in, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
#ifdef EARLY
    // CHECK-DAG: put_store.c:[[@LINE+1]]:9: error: the load reads a buffer that a pending MPI_Get writes to [rma-race-local]
    if (in == 1) out = 9;
#endif
    MPI_Win_flush_local(1, win);
    out += in;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
