// A null pointer where a new communicator is stored.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <stddef.h>
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Comm copy;
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Comm_free(&copy);
#else
  MPI_Comm_dup(MPI_COMM_WORLD, NULL);
  // BOTH: null_newcomm.c:[[@LINE-1]]:3: error: newcomm of MPI_Comm_dup (argument 2) is NULL, but the call stores a result there [arg-other]
#endif
  MPI_Finalize();
  return 0;
}
