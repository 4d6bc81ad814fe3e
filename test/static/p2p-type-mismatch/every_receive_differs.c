// A message goes out as integers, and every receive that can take it expects real numbers.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s --implicit-check-not error: --implicit-check-not warning:
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s --implicit-check-not error: --implicit-check-not warning:
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK --implicit-check-not warning:
// OK: lockstep: no errors
#include <mpi.h>
#include <stdlib.h>

#ifdef OK
#define SENT MPI_DOUBLE
#else
#define SENT MPI_INT
#endif

int main(int argc, char **argv) {
  double cells[4] = {0};
  char memory[8] = {0};
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  while (rand() % 8) {
    if (rand() % 2) continue;
    const MPI_Datatype received = sizeof(cells[0]) == 8 ? MPI_DOUBLE : MPI_FLOAT;
    const MPI_Datatype sent = SENT;
    if (rank > 0) MPI_Recv(cells, 1, received, rank - 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    // CHECK: [[@LINE+1]]:26: warning: MPI_Send passes MPI_INT, but every receive of the program that can match passes MPI_DOUBLE [p2p-type-mismatch]
    if (rank < size - 1) MPI_Send(memory, 1, sent, rank + 1, 5, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
