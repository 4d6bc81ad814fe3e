// MPI_Rput between two fences: operations with requests need a passive target epoch.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int value = 0, window = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_create(&window, sizeof window, sizeof window, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Request request;
  MPI_Win_fence(0, win);
  // CHECK: request_in_fence_warning.c:[[@LINE+1]]:{{.*}}warning: MPI_Rput outside a passive target epoch [rma-epoch]
  MPI_Rput(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
