// Rank 1 never leaves a loop of operations, while rank 0 has ended: the time limit ends it, the tool does not process
// the records for long, and no process remains.
// REQUIRES: mpich, openmpi
// RUN: rm -rf %t.tmp && mkdir %t.tmp
// RUN: TMPDIR=%t.tmp timeout 60 %exits 124 %lockstep run --mpi mpich -n 2 --timeout 4 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=0 outcome.status=timeout
// RUN: TMPDIR=%t.tmp timeout 60 %exits 124 %lockstep run --mpi openmpi -n 2 --timeout 4 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=0 outcome.status=timeout
// RUN: rmdir %t.tmp
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Win counters, sums;
  long *counter, *sum;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(2 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &counter, &counters);
  MPI_Win_allocate(2 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &sum, &sums);
  MPI_Win_lock_all(0, sums);
  for (long old = 0; rank == 1 && old >= 0;) {
    long one = 1;
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, counters);
    MPI_Fetch_and_op(&one, &old, MPI_LONG, 1, 0, MPI_SUM, counters);
    MPI_Win_unlock(1, counters);
    MPI_Accumulate(&old, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_SUM, sums);
    MPI_Win_flush_local(0, sums);
  }
  MPI_Win_unlock_all(sums);
  MPI_Win_free(&sums);
  MPI_Win_free(&counters);
  MPI_Finalize();
}

// CHECK: lockstep: ended after 4 s (--timeout); the ranks were
// CHECK: rank 0: in MPI_Win_free
// CHECK: the program was stopped at the time limit
