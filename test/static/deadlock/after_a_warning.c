// A warning about a message that is received as bytes does not hide the deadlock after it.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size, value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size != 2) MPI_Abort(MPI_COMM_WORLD, 1);
  if (rank == 0)
    // CHECK-DAG: after_a_warning.c:[[@LINE+1]]:{{.*}}warning: {{.*}} [p2p-type-mismatch]
    MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  else
    MPI_Recv(&value, 4, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // CHECK-DAG: after_a_warning.c:[[@LINE+1]]:{{.*}}error: {{.*}} [deadlock]
  MPI_Recv(&value, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send(&value, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
