// Rank 0 sends three elements to rank 1, which expects two.
// RUN: %check %s 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, out[4] = {0}, in[4], counts[2] = {2, 2}, expected[2] = {2, 2}, places[2] = {0, 2};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifndef OK
  if (rank == 0) places[1] = 1, counts[1] = 3;
#endif
  MPI_Alltoallv(out, counts, places, MPI_INT, in, expected, (int[]){0, 2}, MPI_INT, MPI_COMM_WORLD);
  // Difference: check does not compare arrays of counts.
  // RUNTIME: alltoallv.c:[[@LINE-2]]:3: error: ranks disagree on the amount of data of MPI_Alltoallv on MPI_COMM_WORLD: rank 0 sends 3 x MPI_INT to rank 1, which expects 2 x MPI_INT [coll-count-mismatch]
  // CHECK: lockstep: no errors
  MPI_Finalize();
  return 0;
}
