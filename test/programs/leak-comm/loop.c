// A communicator is duplicated in every iteration of a loop and never freed.
// RUN: %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Comm copy;
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 3; ++i) {
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    // BOTH: loop.c:[[@LINE-1]]:5: warning: 3 communicators that MPI_Comm_dup makes here are never freed [leak-comm]
#ifdef OK
    MPI_Comm_free(&copy);
#endif
  }
  MPI_Finalize();
  return 0;
}
