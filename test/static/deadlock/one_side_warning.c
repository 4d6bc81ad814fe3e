// A program that holds one side of the protocol only: alone it would deadlock, started with its workers it does not.
// RUN: %check %s 2>&1 | FileCheck %s
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int rank, size, part = 0, sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0) printf("%d workers\n", size - 1);
  for (int worker = 1; worker < size; ++worker) MPI_Send(&part, 1, MPI_INT, worker, 1, MPI_COMM_WORLD);
  for (int worker = 1; worker < size; ++worker) {
    // CHECK: one_side_warning.c:[[@LINE+1]]:{{.*}}warning: when all ranks run this program, {{.*}} [deadlock]
    MPI_Recv(&part, 1, MPI_INT, worker, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    sum += part;
  }
  // CHECK: help: {{.*}}start the program together with
  // CHECK: lockstep: 1 warning
  MPI_Finalize();
  return sum != 0;
}
