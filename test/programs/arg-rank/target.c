// A put to a target outside the group of the window.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size, value = 1;
  MPI_Win win;
  int *memory;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
#ifdef OK
  const int target = 1;
#else
  const int target = size;
#endif
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
  // Difference: the run names the communicator of the window.
  // CHECK: target.c:[[@LINE-2]]:18: error: target_rank of MPI_Put (argument 4) is 2, but the window has ranks 0 to 1 [arg-rank]
  // RUNTIME: target.c:[[@LINE-3]]:18: error: target_rank of MPI_Put (argument 4) is 2, but the window of MPI_COMM_WORLD has ranks 0 to 1 [arg-rank]
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
