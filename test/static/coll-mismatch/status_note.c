// Fields of a status differ between ranks, but mostly by arrangement: a note.
// RUN: %check -v %s 2>&1 | FileCheck %s
// RUN: %check %s 2>&1 | FileCheck %s --check-prefix=QUIET
// QUIET-NOT: coll-
// QUIET: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size, got;
  MPI_Status status;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &got, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
  // CHECK: status_note.c:[[@LINE+1]]:31: note: MPI_Barrier might be called by some ranks of the communicator only [coll-mismatch]
  if (status.MPI_SOURCE == 0) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
