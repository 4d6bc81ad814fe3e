// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  struct {
    int id;
    double weight;
  } item = {0, 0};
  double window = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_create(&window, sizeof window, sizeof window, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  // CHECK: rma.c:[[@LINE+1]]:{{.*}}error: origin_addr of MPI_Put (argument 1) points to integers of 4 bytes, but the datatype is MPI_DOUBLE [buffer-type]
  MPI_Put(&item.id, 1, MPI_DOUBLE, rank, 0, 1, MPI_DOUBLE, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
