// Only one rank does not complete its request.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  int value = 0, other = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // CHECK: on_one_rank.c:[[@LINE+1]]:{{.*}}error: the operation of MPI_Iallreduce is never completed [request-missing-wait]
  MPI_Iallreduce(&value, &other, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
  if (rank != 1) MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
