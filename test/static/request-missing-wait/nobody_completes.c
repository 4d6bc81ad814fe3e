// Two operations leave their requests in a member of a structure from which no call of the program takes them.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s --implicit-check-not error: --implicit-check-not warning:
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s --implicit-check-not error: --implicit-check-not warning:
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK --implicit-check-not warning:
// OK: lockstep: no errors
#include <mpi.h>
#include <stdlib.h>

struct Halo {
  double cells[16];
  MPI_Request sends[2];
  MPI_Request receives[2];
};

static void exchange(struct Halo *halo, int rank, int size) {
  int sent = 0;
  int received = 0;
  if (rank > 0) {
    MPI_Irecv(&halo->cells[0], 1, MPI_DOUBLE, rank - 1, 0, MPI_COMM_WORLD, &halo->receives[received++]);
    // CHECK: [[@LINE+1]]:5: warning: the operation of MPI_Isend is never completed [request-missing-wait]
    MPI_Isend(&halo->cells[1], 1, MPI_DOUBLE, rank - 1, 0, MPI_COMM_WORLD, &halo->sends[sent++]);
  }
  if (rank < size - 1) {
    MPI_Irecv(&halo->cells[15], 1, MPI_DOUBLE, rank + 1, 0, MPI_COMM_WORLD, &halo->receives[received++]);
    MPI_Isend(&halo->cells[14], 1, MPI_DOUBLE, rank + 1, 0, MPI_COMM_WORLD, &halo->sends[sent++]);
  }
  MPI_Waitall(received, halo->receives, MPI_STATUSES_IGNORE);
#ifdef OK
  MPI_Waitall(sent, halo->sends, MPI_STATUSES_IGNORE);
#endif
}

int main(int argc, char **argv) {
  struct Halo *halos = calloc(4, sizeof(struct Halo));
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  while (rand() % 8) exchange(&halos[rand() % 4], rank, size);
  free(halos);
  MPI_Finalize();
  return 0;
}
