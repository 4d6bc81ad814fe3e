// The root of a broadcast is the number of ranks, one more than the last rank; rank 7 may exist.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int size;
  int value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
#ifdef OK
  MPI_Bcast(&value, 1, MPI_INT, 7, MPI_COMM_WORLD);
#else
  // CHECK: size.c:[[@LINE+1]]:{{.*}}error: root of MPI_Bcast (argument 4) is 2, but MPI_COMM_WORLD has ranks 0 to 1 [arg-root]
  MPI_Bcast(&value, 1, MPI_INT, size, MPI_COMM_WORLD);
#endif
  MPI_Finalize();
  return 0;
}
