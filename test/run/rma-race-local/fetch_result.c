// The result of a fetching operation is written until it is complete, its origin is read; not where the operation is
// MPI_NO_OP, and neither the origin nor the compare buffer is written.
// REQUIRES: mpich, openmpi
// RUN: for mpi in mpich openmpi; do %not66 %lockstep run --mpi $mpi -n 2 --timeout 60 --cflags=-DEARLY %s 2>&1 | FileCheck %s || exit 1; done
// RUN: for mpi in mpich openmpi; do %lockstep run --mpi $mpi -n 2 --timeout 60 %s 2>&1 | FileCheck %s --check-prefix=RIGHT || exit 1; done
// RIGHT: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, *base, one = 1, two = 2, result = 0, seen = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Fetch_and_op(&one, &result, MPI_INT, 1, 0, MPI_SUM, win);
    seen = one;
#ifdef EARLY
    // CHECK-DAG: fetch_result.c:[[@LINE+1]]:12: error: {{.*}}MPI_Fetch_and_op{{.*}} [rma-race-local]
    seen = result;
#endif
    MPI_Win_flush(1, win);
    MPI_Compare_and_swap(&one, &two, &result, MPI_INT, 1, 1, win);
    seen += one + two;
#ifdef EARLY
    // CHECK-DAG: fetch_result.c:[[@LINE+1]]:9: error: {{.*}}MPI_Compare_and_swap{{.*}} [rma-race-local]
    two = 3;
#endif
    MPI_Win_flush(1, win);
    MPI_Fetch_and_op(&one, &result, MPI_INT, 1, 2, MPI_NO_OP, win);
    one = 4;
    MPI_Win_flush(1, win);
    seen += result;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return seen < 0;
}
