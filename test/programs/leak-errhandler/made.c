// An error handler is attached to a communicator and not freed.
// RUN: %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

static void onError(MPI_Comm *comm, int *code, ...) {
  (void)comm;
  (void)code;
}

int main(int argc, char **argv) {
  MPI_Errhandler handler;
  MPI_Init(&argc, &argv);
  MPI_Comm_create_errhandler(onError, &handler);
  // BOTH: made.c:[[@LINE-1]]:3: warning: the error handler that MPI_Comm_create_errhandler makes here is never freed [leak-errhandler]
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
#ifdef OK
  MPI_Errhandler_free(&handler);
#endif
  MPI_Finalize();
  return 0;
}
