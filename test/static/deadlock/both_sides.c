// Master and workers in one program use tags that do not match: no other program of the job can help.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size, part = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0) {
    for (int worker = 1; worker < size; ++worker) MPI_Send(&part, 1, MPI_INT, worker, 1, MPI_COMM_WORLD);
    for (int worker = 1; worker < size; ++worker)
      // CHECK: both_sides.c:[[@LINE+1]]:{{.*}}error: {{.*}}rank 0 {{.*}}MPI_Recv{{.*}} [deadlock]
      MPI_Recv(&part, 1, MPI_INT, worker, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(&part, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&part, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
