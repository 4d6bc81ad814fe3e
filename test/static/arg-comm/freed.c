// A barrier on a communicator that was freed, through another variable that holds its handle.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Comm comm, copy;
  MPI_Init(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  copy = comm;
#ifdef OK
  MPI_Barrier(copy);
#endif
  MPI_Comm_free(&comm);
#ifndef OK
  // CHECK: freed.c:[[@LINE+1]]:{{.*}}error: comm of MPI_Barrier (argument 1) is a communicator that was freed before [arg-comm]
  MPI_Barrier(copy);
#endif
  MPI_Finalize();
  return 0;
}
