// The receive buffer is too small for any number of ranks; room for three elements is enough for some.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int mine = 0, all[3];
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Allgather(&mine, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
#else
  // CHECK: collective.c:[[@LINE+1]]:{{.*}}error: recvbuf of MPI_Allgather (argument 4) points to 4 bytes of memory, but the call accesses 8 [buffer-overflow]
  MPI_Allgather(&mine, 1, MPI_INT, all + 2, 1, MPI_INT, MPI_COMM_WORLD);
#endif
  MPI_Finalize();
  return 0;
}
