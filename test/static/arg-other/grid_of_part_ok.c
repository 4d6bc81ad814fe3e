// A part of a program that is written for two ranks, and one for four.
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

void distribute(int rows, int columns, MPI_Datatype *two, MPI_Datatype *four) {
  int size, rank;
  int whole[2] = {rows, columns}, how[2] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_BLOCK};
  int defaults[2] = {MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG};
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Type_create_darray(size, rank, 2, whole, how, defaults, (int[]){2, 1}, MPI_ORDER_C, MPI_INT, two);
  MPI_Type_create_darray(size, rank, 2, whole, how, defaults, (int[]){2, 2}, MPI_ORDER_C, MPI_INT, four);
}
