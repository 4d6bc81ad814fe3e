// A negative element in an array of counts.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, values[2] = {0}, in[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef OK
  int counts[2] = {1, 0};
#else
  int counts[2] = {1, -1};
#endif
  int places[2] = {0, 1};
  MPI_Gatherv(values, 1 - rank, MPI_INT, in, counts, places, MPI_INT, 0, MPI_COMM_WORLD);
  // BOTH: in_array.c:[[@LINE-1]]:3: error: recvcounts of MPI_Gatherv (argument 5) holds -1 as element 1, but no element may be negative [arg-count]
  MPI_Finalize();
  return 0;
}
