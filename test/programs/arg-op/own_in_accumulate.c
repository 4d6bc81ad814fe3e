// Accumulates take predefined operations only.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

static void addUp(void *in, void *inout, int *length, MPI_Datatype *type) {
  (void)type;
  for (int i = 0; i < *length; ++i) ((int *)inout)[i] += ((int *)in)[i];
}

int main(int argc, char **argv) {
  int value = 1;
  MPI_Win win;
  int *memory;
  MPI_Op add;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Op_create(addUp, 1, &add);
  MPI_Win_fence(0, win);
#ifdef OK
  MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
#else
  MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, add, win);
  // BOTH: own_in_accumulate.c:[[@LINE-1]]:3: error: op of MPI_Accumulate (argument 8) is a user-defined operation [arg-op]
#endif
  MPI_Win_fence(0, win);
  MPI_Op_free(&add);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
