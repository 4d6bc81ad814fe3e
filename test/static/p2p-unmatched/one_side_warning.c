// A program that only sends may have its receivers in another program of the job: a warning.
// RUN: %check %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int value = 1;
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 3; ++i)
    // CHECK: one_side_warning.c:[[@LINE+1]]:{{.*}}warning: {{.*}} is never received when all ranks run this program{{.*}} [p2p-unmatched]
    MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
