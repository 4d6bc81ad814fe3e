// A loop over unsuccessful MPI_Test calls is one record, followed by the successful one.
// REQUIRES: mpich, openmpi
// RUN: rm -rf %t.mpich %t.openmpi
// RUN: %lockstep run -q --mpi mpich -n 2 --trace %t.mpich %s
// RUN: %calls %t.mpich | FileCheck %s
// RUN: %lockstep run -q --mpi openmpi -n 2 --trace %t.openmpi %s
// RUN: %calls %t.openmpi | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 0, go = 0, flag = 0;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Irecv(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);
    for (int i = 0; i < 1000; ++i) MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    MPI_Send(&go, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    while (!flag) MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}

// CHECK:      rank 0: MPI_Irecv
// CHECK-NEXT: rank 0: MPI_Test
// CHECK-NEXT: rank 0: MPI_Send
// CHECK-NEXT: rank 0: MPI_Test
// CHECK:      rank 0: MPI_Finalize
