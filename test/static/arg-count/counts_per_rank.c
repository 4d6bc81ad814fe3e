// A count for every rank: none of them may be negative.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int size;
  int mine = 0, all[16], counts[16], places[16];
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < size; ++i) {
    counts[i] = 1;
    places[i] = i;
  }
#ifdef OK
  counts[1] = 1;
#else
  counts[1] = -3;
#endif
  // CHECK: counts_per_rank.c:[[@LINE+1]]:{{.*}}error: recvcounts of MPI_Allgatherv (argument 5) holds -3 as element 1, but no element may be negative [arg-count]
  MPI_Allgatherv(&mine, 1, MPI_INT, all, counts, places, MPI_INT, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
