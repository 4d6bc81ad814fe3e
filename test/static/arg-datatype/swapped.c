// Only what is equal bit by bit can be compared and swapped.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  double mine = 0, expected = 0, old, memory = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  // CHECK: swapped.c:[[@LINE+1]]:{{.*}}error: datatype of MPI_Compare_and_swap (argument 4) is MPI_DOUBLE, but only integers, logicals and bytes can be compared [arg-datatype]
  MPI_Compare_and_swap(&mine, &expected, &old, MPI_DOUBLE, 0, 0, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
