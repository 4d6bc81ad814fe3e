// An accumulate takes no operation of the program's own.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

static void add(void *in, void *inout, int *count, MPI_Datatype *type) {
  (void)type;
  for (int i = 0; i < *count; ++i) ((int *)inout)[i] += ((int *)in)[i];
}

int main(int argc, char **argv) {
  int rank, size;
  int mine = 1, memory = 0;
  MPI_Win win;
  MPI_Op op;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Op_create(add, 1, &op);
  MPI_Win_fence(0, win);
  // CHECK: own_accumulate.c:[[@LINE+1]]:{{.*}}error: op of MPI_Accumulate (argument 8) is an operation of the program's own [arg-op]
  MPI_Accumulate(&mine, 1, MPI_INT, 0, 0, 1, MPI_INT, op, win);
  MPI_Win_fence(0, win);
  MPI_Op_free(&op);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
