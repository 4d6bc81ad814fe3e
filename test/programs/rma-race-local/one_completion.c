// One flush is missing in front of two loads of a result, and one end of an epoch in front of a store for two puts: two
// errors in a run.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, other, one = 1, next, sum = 0, value = 1;
  MPI_Win win;
  int *memory;
  MPI_Group world, peer;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  other = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &other, &peer);
  MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[0] = memory[1] = memory[2] = memory[3] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  MPI_Fetch_and_op(&one, &next, MPI_INT, 0, 0, MPI_SUM, win);
#ifdef OK
  MPI_Win_flush_local(0, win);
#endif
  if (next > 0) sum += 1;
  sum += next;
  MPI_Win_unlock_all(win);
  // Difference: check says of the later load nothing, and each put for itself.
  // CHECK: one_completion.c:[[@LINE-4]]:7: error: the load reads a buffer that a pending MPI_Fetch_and_op writes to [rma-race-local]
  // RUNTIME: one_completion.c:[[@LINE-5]]:7: error: the load reads a buffer that a pending MPI_Fetch_and_op writes to [rma-race-local]

  MPI_Win_post(peer, 0, win);
  MPI_Win_start(peer, 0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, other, 2, 1, MPI_INT, win);
  else
    MPI_Put(&value, 1, MPI_INT, other, 3, 1, MPI_INT, win);
#ifdef OK
  MPI_Win_complete(win);
#endif
  value = sum;
  // CHECK: one_completion.c:[[@LINE-1]]:9: error: the store writes to a buffer that a pending MPI_Put still reads [rma-race-local]
  // CHECK: one_completion.c:[[@LINE-2]]:9: error: the store writes to a buffer that a pending MPI_Put still reads [rma-race-local]
  // RUNTIME: one_completion.c:[[@LINE-3]]:9: error: the store writes to a buffer that a pending MPI_Put still reads [rma-race-local]
#ifndef OK
  MPI_Win_complete(win);
#endif
  MPI_Win_wait(win);
  MPI_Group_free(&world);
  MPI_Group_free(&peer);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
