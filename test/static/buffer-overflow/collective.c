// Too small for every number of ranks; three elements are enough for some.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int mine = 0, all[3];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // CHECK: collective.c:[[@LINE+1]]:{{.*}}error: recvbuf of MPI_Allgather (argument 4) points to 4 bytes of memory, but the call accesses 8 [buffer-overflow]
  MPI_Allgather(&mine, 1, MPI_INT, all + 2, 1, MPI_INT, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
