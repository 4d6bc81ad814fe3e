// The displacement unit of a window must be positive.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  static int memory[4];
  MPI_Win win;
  MPI_Init(&argc, &argv);
#ifdef OK
  const int unit = 1;
#else
  const int unit = 0;
#endif
  MPI_Win_create(memory, sizeof memory, unit, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  // BOTH: displacement_unit.c:[[@LINE-1]]:3: error: disp_unit of MPI_Win_create (argument 3) is 0, but a displacement unit is positive [arg-other]
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
