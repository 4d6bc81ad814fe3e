// The sizes of a part of an array.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int sizes[2] = {8, 8}, part[2] = {4, -4}, from[2] = {0, 0};
  MPI_Datatype type;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // CHECK: array_sizes.c:[[@LINE+1]]:{{.*}}error: array_of_subsizes of MPI_Type_create_subarray (argument 3) holds -4 as element 1, but no element may be negative [arg-count]
  MPI_Type_create_subarray(2, sizes, part, from, MPI_ORDER_C, MPI_INT, &type);
  MPI_Type_free(&type);
  MPI_Finalize();
  return 0;
}
