// The messages of one of two phases carry a tag that no receive of the program takes, whatever path it runs.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s --implicit-check-not error: --implicit-check-not warning:
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s --implicit-check-not error: --implicit-check-not warning:
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK --implicit-check-not warning:
// OK: lockstep: no errors
#include <mpi.h>
#include <stdlib.h>

enum { kHalo = 10, kCorner = 20 };

static void receive(double *cells, int neighbor, int phase) {
  MPI_Recv(cells, 1, MPI_DOUBLE, neighbor, phase, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void send(double *cells, int neighbor, int phase) {
#ifdef OK
  const int tag = phase;
#else
  const int tag = phase + 1;
#endif
  // CHECK: [[@LINE+1]]:3: warning: no receive of the program takes tags 11, 21, which MPI_Send passes [p2p-unmatched]
  MPI_Send(cells, 1, MPI_DOUBLE, neighbor, tag, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
  double cells[4] = {0};
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  while (rand() % 8) {
    const int phase = rand() % 3;
    if (phase == 0) continue;
    if (rank > 0) receive(cells, rank - 1, phase == 1 ? kHalo : kCorner);
    if (rank < size - 1) send(cells + 1, rank + 1, phase == 1 ? kHalo : kCorner);
  }
  MPI_Finalize();
  return 0;
}
