// The lengths of the blocks of a datatype: as many as there are blocks.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int lengths[3] = {1, 2, -1}, places[3] = {0, 4, 8};
  MPI_Datatype type;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // CHECK: block_lengths.c:[[@LINE+1]]:{{.*}}error: array_of_blocklengths of MPI_Type_indexed (argument 2) holds -1 as element 2, but no element may be negative [arg-count]
  MPI_Type_indexed(3, lengths, places, MPI_INT, &type);
  MPI_Type_free(&type);
  MPI_Finalize();
  return 0;
}
