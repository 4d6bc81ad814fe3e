// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int values[4] = {0}, beside[4] = {0};
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // CHECK-DAG: in_place.c:[[@LINE+1]]:{{.*}}note: in flight since here
  MPI_Iallreduce(MPI_IN_PLACE, values, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
  // CHECK-DAG: in_place.c:[[@LINE+1]]:{{.*}}error: the load reads a buffer that a pending MPI_Iallreduce writes to [buffer-race]
  beside[0] = values[1];
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (beside[0] == 1) return 1;
  MPI_Finalize();
  return 0;
}
