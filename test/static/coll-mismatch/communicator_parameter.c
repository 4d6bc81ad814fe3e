// A function gets its communicator from an unknown caller: what happens after its return is unknown, so this is a
// warning.
// RUN: %check %s 2>&1 | FileCheck %s
#include <mpi.h>

void gather(MPI_Comm comm, int *value) {
  int rank;
  MPI_Comm_rank(comm, &rank);
  // CHECK: communicator_parameter.c:[[@LINE+1]]:18: warning: MPI_Bcast might be called by some ranks
  if (rank == 0) MPI_Bcast(value, 1, MPI_INT, 0, comm);
}

void exchange(MPI_Comm comm, int *value) {
  int rank;
  MPI_Comm_rank(comm, &rank);
  // CHECK-NOT: communicator_parameter.c:[[@LINE+1]]
  if (rank == 0) MPI_Bcast(value, 1, MPI_INT, 0, MPI_COMM_WORLD);
}
// CHECK: lockstep: 1 warning
