// Received data decides about a collective: it may differ between ranks but mostly does not, so this is a note. Data
// that all got by a broadcast does not differ.
// RUN: %check -v %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size, go = 0, common = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &go, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  common = go;
  MPI_Bcast(&common, 1, MPI_INT, 0, MPI_COMM_WORLD);
  // CHECK-NOT: received_note.c:[[@LINE+1]]
  if (common) MPI_Barrier(MPI_COMM_WORLD);
  // CHECK: received_note.c:[[@LINE+1]]:15: note: MPI_Barrier might be called by some ranks
  if (go > 3) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
