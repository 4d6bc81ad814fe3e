// The completion of an array of requests is missing: one cause, although every iteration overwrites all requests and
// uses the buffers while the operations of the previous one may still read them.
// REQUIRES: mpich, openmpi
// RUN: for mpi in mpich openmpi; do %not66 %lockstep run --mpi $mpi -n 2 --timeout 60 --json %t.json --cflags=-DMISSING %s 2>&1 | FileCheck %s || exit 1; %json-has %t.json findings.#=1 findings.0.rule=request-overwrite || exit 1; done
// RUN: for mpi in mpich openmpi; do %lockstep run --mpi $mpi -n 2 --timeout 60 %s 2>&1 | FileCheck %s --check-prefix=RIGHT || exit 1; done
// RIGHT: lockstep: no errors
#include <mpi.h>

static MPI_Request gRequests[3];

static void send(const int *out, int to) {
  // CHECK: array_in_a_loop.c:[[@LINE+1]]:{{.*}}error: the request of MPI_Issend is overwritten by that of MPI_Issend and never completed [request-overwrite]
  MPI_Issend(&out[0], 1, MPI_INT, to, 0, MPI_COMM_WORLD, &gRequests[0]);
  MPI_Issend(&out[1], 1, MPI_INT, to, 1, MPI_COMM_WORLD, &gRequests[1]);
  MPI_Issend(&out[2], 1, MPI_INT, to, 2, MPI_COMM_WORLD, &gRequests[2]);
}

int main(int argc, char **argv) {
  int rank, out[3], in;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 3; ++i) out[i] = round;
    send(out, 1 - rank);
    for (int i = 0; i < 3; ++i) MPI_Recv(&in, 1, MPI_INT, 1 - rank, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#ifndef MISSING
    MPI_Waitall(3, gRequests, MPI_STATUSES_IGNORE);
#endif
  }
  MPI_Finalize();
  return 0;
}
