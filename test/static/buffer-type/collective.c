// A reduction of MPI_INT on variables of type long.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  long mine = 1, sum;
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Allreduce(&mine, &sum, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
#else
  // CHECK: collective.c:[[@LINE+1]]:{{.*}}error: recvbuf of MPI_Allreduce (argument 2) points to integers of 8 bytes, but the datatype is MPI_INT [buffer-type]
  MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
#endif
  MPI_Finalize();
  return 0;
}
