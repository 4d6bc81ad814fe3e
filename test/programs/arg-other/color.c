// A negative color other than MPI_UNDEFINED.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Comm part;
  MPI_Init(&argc, &argv);
#ifdef OK
  const int color = 0;
#else
  const int color = -7;
#endif
  MPI_Comm_split(MPI_COMM_WORLD, color, 0, &part);
  // BOTH: color.c:[[@LINE-1]]:3: error: color of MPI_Comm_split (argument 2) is -7, but a color must not be negative [arg-other]
  MPI_Comm_free(&part);
  MPI_Finalize();
  return 0;
}
