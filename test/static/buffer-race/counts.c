// A nonblocking collective owns its counts and displacements, too.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int size;
  int counts[16], places[16], mine = 0, all[32];
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < size; ++i) {
    counts[i] = 1;
    places[i] = 2 * i;
  }
  // CHECK-DAG: counts.c:[[@LINE+1]]:{{.*}}note: pending since here
  MPI_Iallgatherv(&mine, 1, MPI_INT, all, counts, places, MPI_INT, MPI_COMM_WORLD, &request);
  all[1] = 0;
  // CHECK-DAG: counts.c:[[@LINE+1]]:{{.*}}error: the store writes to a buffer that a pending MPI_Iallgatherv still reads [buffer-race]
  counts[1] = 2;
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
