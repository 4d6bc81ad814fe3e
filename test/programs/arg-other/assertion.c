// A fence with a number that is no combination of assertions.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Win win;
  int *memory;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
#ifdef OK
  MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOPRECEDE, win);
#else
  MPI_Win_fence(64, win);
  // BOTH: assertion.c:[[@LINE-1]]:3: error: assertion of MPI_Win_fence (argument 1) is not a valid combination of assertions [arg-other]
#endif
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
