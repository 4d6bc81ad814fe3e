// The size of the remote group of a communicator that has only one group.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int size;
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Comm_size(MPI_COMM_WORLD, &size);
#else
  MPI_Comm_remote_size(MPI_COMM_WORLD, &size);
  // BOTH: remote_size.c:[[@LINE-1]]:3: error: comm of MPI_Comm_remote_size (argument 1) is MPI_COMM_WORLD, an intracommunicator, but an intercommunicator is needed [arg-comm]
#endif
  MPI_Finalize();
  return 0;
}
