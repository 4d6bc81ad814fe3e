// A flag that is set when the data is complete, and polled with an atomic operation: a rank that has read its value is
// ordered after the data. Set before the data is complete, it orders nothing.
// REQUIRES: mpich, openmpi
// RUN: for mpi in mpich openmpi; do %lockstep run -v --mpi $mpi -n 2 --timeout 60 %s 2>&1 | FileCheck %s --check-prefix=NONE || exit 1; done
// RUN: for mpi in mpich openmpi; do %not66 %lockstep run --mpi $mpi -n 2 --timeout 60 --cflags=-DTOO_EARLY %s 2>&1 | FileCheck %s || exit 1; done
// NONE-NOT: {{error|warning}}:
// NONE: no errors
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
  int rank, *base, one = 1, seen = 0, data = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  base[0] = base[1] = 0;
  MPI_Win_lock_all(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    // CHECK-DAG: flag.c:[[@LINE+1]]:5: {{.*}}writes to the memory on rank 0
    MPI_Put(&one, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
#ifndef TOO_EARLY
    MPI_Win_flush(1, win);
#endif
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(1, win);
  } else {
    while (seen == 0) {
      MPI_Fetch_and_op(NULL, &seen, MPI_INT, 1, 0, MPI_NO_OP, win);
      MPI_Win_flush(1, win);
    }
    // CHECK-DAG: flag.c:[[@LINE+1]]:12: error: the load reads memory of rank 1 that MPI_Put still writes to{{.*}} [rma-race-remote]
    data = base[1];
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return data < 0;
}
