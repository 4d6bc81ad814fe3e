// The root is no rank of the communicator.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int value = 0, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
#ifdef OK
  const int root = size - 1;
#else
  const int root = size;
#endif
  MPI_Bcast(&value, 1, MPI_INT, root, MPI_COMM_WORLD);
  // BOTH: too_large.c:[[@LINE-1]]:3: error: root of MPI_Bcast (argument 4) is 2, but MPI_COMM_WORLD has ranks 0 to 1 [arg-root]
  MPI_Finalize();
  return 0;
}
