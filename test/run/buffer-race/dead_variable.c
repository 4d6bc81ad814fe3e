// The local variable of a function is sent, and the function returns before the send is complete. What others then store
// there follows from that: one finding, at the return.
// REQUIRES: mpich, openmpi
// RUN: for mpi in mpich openmpi; do %not66 %lockstep run --mpi $mpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s || exit 1; %json-has %t.json findings.#=1 findings.0.rule=buffer-race findings.0.confirmed=both || exit 1; done
#include <mpi.h>

static MPI_Request gRequest;

static void begin(int to, int first) {
  int header[32];
  for (int i = 0; i < 32; ++i) header[i] = first;
  MPI_Issend(header, 32, MPI_INT, to, 1, MPI_COMM_WORLD, &gRequest);
  // CHECK: dead_variable.c:[[@LINE+1]]:{{.*}}error: the function returns while a pending MPI_Issend still uses its local variable [buffer-race]
}

static int sum(int n) {
  int numbers[32], all = 0;
  for (int i = 0; i < 32; ++i) numbers[i] = i * n;
  for (int i = 0; i < 32; ++i) all += numbers[i];
  return all;
}

static int product(int n) {
  int numbers[32], all = 1;
  for (int i = 0; i < 32; ++i) numbers[i] = n + i;
  for (int i = 0; i < 32; ++i) all *= numbers[i];
  return all;
}

int main(int argc, char **argv) {
  int rank, in[32];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  begin(1 - rank, rank);
  const int all = sum(rank) + product(rank);
  MPI_Recv(in, 32, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&gRequest, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return all == 1;
}
