// If the displacement or the target of an operation is unknown, nothing is reported.
// RUN: %check %s -- -DPLACE 2>&1 | FileCheck %s
// RUN: %check %s -- -DTARGET 2>&1 | FileCheck %s
// RUN: %check %s -- -DAMOUNT 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank, size, value = 1, *memory;
  const int given = argc > 1 ? atoi(argv[1]) : 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(8 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
#if defined PLACE
  MPI_Put(&value, 1, MPI_INT, 0, given + rank, 1, MPI_INT, win);
#elif defined TARGET
  MPI_Put(&value, 1, MPI_INT, (given + rank) % size, 0, 1, MPI_INT, win);
#else
  MPI_Put(&value, given, MPI_INT, 0, 0, given, MPI_INT, win);
#endif
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
