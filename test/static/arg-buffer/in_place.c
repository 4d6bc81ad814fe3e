// MPI_IN_PLACE may replace the send buffer of MPI_Allgather, not its receive buffer.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int mine = 0, all[8];
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Allgather(MPI_IN_PLACE, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
#else
  // CHECK: in_place.c:[[@LINE+1]]:{{.*}}error: recvbuf of MPI_Allgather (argument 4) is MPI_IN_PLACE, which is not allowed for this argument [arg-buffer]
  MPI_Allgather(&mine, 1, MPI_INT, MPI_IN_PLACE, 1, MPI_INT, MPI_COMM_WORLD);
#endif
  MPI_Finalize();
  return 0;
}
