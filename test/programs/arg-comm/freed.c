// A copy of a handle is used after the communicator was freed.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Comm copy, same;
  MPI_Init(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  same = copy;
#ifdef OK
  MPI_Barrier(same);
  MPI_Comm_free(&copy);
#else
  MPI_Comm_free(&copy);
  MPI_Barrier(same);
  // Difference: check knows that the communicator was freed, the run only that the handle is not valid.
  // CHECK: freed.c:[[@LINE-2]]:3: error: comm of MPI_Barrier (argument 1) is a communicator that was freed before [arg-comm]
  // RUNTIME: freed.c:[[@LINE-3]]:3: error: comm of MPI_Barrier (argument 1) is not a valid communicator: freed or never created [arg-comm]
#endif
  MPI_Finalize();
  return 0;
}
