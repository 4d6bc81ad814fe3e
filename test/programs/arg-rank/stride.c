// A range of ranks with the stride 0.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Group world, some;
  MPI_Init(&argc, &argv);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
#ifdef OK
  int ranges[1][3] = {{0, 1, 1}};
#else
  int ranges[1][3] = {{0, 1, 0}};
#endif
  MPI_Group_range_incl(world, 1, ranges, &some);
  // BOTH: stride.c:[[@LINE-1]]:3: error: ranges of MPI_Group_range_incl (argument 3) holds a range, number 0, with stride 0 [arg-rank]
  MPI_Group_free(&some);
  MPI_Group_free(&world);
  MPI_Finalize();
  return 0;
}
