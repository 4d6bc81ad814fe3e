// One buffer for all rounds: the second one writes what the first still sends.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int value;
  MPI_Request requests[4];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < 4; ++i) {
    // CHECK-DAG: in_loop.c:[[@LINE+1]]:{{.*}}error: the store writes to a buffer that a pending MPI_Isend still reads [buffer-race]
    value = i;
    // CHECK-DAG: in_loop.c:[[@LINE+1]]:{{.*}}note: in flight since here
    MPI_Isend(&value, 1, MPI_INT, (rank + 1) % size, i, MPI_COMM_WORLD, &requests[i]);
  }
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  MPI_Finalize();
  return 0;
}
