// The third block of a datatype has a negative length, which does not matter to a datatype of two blocks.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int lengths[3] = {1, 2, -1}, places[3] = {0, 4, 8};
  MPI_Datatype type;
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Type_indexed(2, lengths, places, MPI_INT, &type);
#else
  // CHECK: block_lengths.c:[[@LINE+1]]:{{.*}}error: array_of_blocklengths of MPI_Type_indexed (argument 2) holds -1 as element 2, but no element may be negative [arg-count]
  MPI_Type_indexed(3, lengths, places, MPI_INT, &type);
#endif
  MPI_Type_free(&type);
  MPI_Finalize();
  return 0;
}
