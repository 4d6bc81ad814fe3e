// A user-defined operation is not freed.
// RUN: %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

static void add(void *in, void *inout, int *length, MPI_Datatype *type) {
  (void)type;
  for (int i = 0; i < *length; ++i) ((int *)inout)[i] += ((int *)in)[i];
}

int main(int argc, char **argv) {
  int value = 1, sum;
  MPI_Op op;
  MPI_Init(&argc, &argv);
  MPI_Op_create(add, 1, &op);
  // BOTH: made_once.c:[[@LINE-1]]:3: warning: the operation that MPI_Op_create makes here is never freed [leak-op]
  MPI_Allreduce(&value, &sum, 1, MPI_INT, op, MPI_COMM_WORLD);
#ifdef OK
  MPI_Op_free(&op);
#endif
  MPI_Finalize();
  return 0;
}
