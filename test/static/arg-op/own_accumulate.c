// An accumulate accepts no user-defined operation; a reduction does.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

static void add(void *in, void *inout, int *count, MPI_Datatype *type) {
  (void)type;
  for (int i = 0; i < *count; ++i) ((int *)inout)[i] += ((int *)in)[i];
}

int main(int argc, char **argv) {
  int mine = 1, memory = 0;
  MPI_Win win;
  MPI_Op op;
  MPI_Init(&argc, &argv);
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Op_create(add, 1, &op);
  MPI_Win_fence(0, win);
#ifdef OK
  MPI_Accumulate(&mine, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
#else
  // CHECK: own_accumulate.c:[[@LINE+1]]:{{.*}}error: op of MPI_Accumulate (argument 8) is a user-defined operation [arg-op]
  MPI_Accumulate(&mine, 1, MPI_INT, 0, 0, 1, MPI_INT, op, win);
#endif
  MPI_Win_fence(0, win);
#ifdef OK
  MPI_Allreduce(MPI_IN_PLACE, &mine, 1, MPI_INT, op, MPI_COMM_WORLD);
#endif
  MPI_Op_free(&op);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
