// MPI_Fetch_and_op stores its result into the memory that it reads its operand from.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int values[2] = {1, 0};
  int *memory;
  MPI_Win win;
#ifdef OK
  int *result = &values[1];
#else
  int *result = &values[0];
#endif
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  MPI_Fetch_and_op(&values[0], result, MPI_INT, 0, 0, MPI_SUM, win);
  // Difference: to check the two buffers of the call overlap, the run speaks of a race between two calls.
  // CHECK: fetch_and_op.c:[[@LINE-2]]:3: error: MPI_Fetch_and_op reads origin_addr and writes result_addr, and the two overlap [buffer-overlap]
  // RUNTIME: fetch_and_op.c:[[@LINE-3]]:3: error: MPI_Fetch_and_op writes to a buffer that another MPI_Fetch_and_op reads, and nothing orders the two [rma-race-local]
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
