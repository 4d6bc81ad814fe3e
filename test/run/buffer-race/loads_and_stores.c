// Stores to the buffer of a nonblocking send and loads from that of a receive before they are complete; loads of the
// former, the other half of the array, and all accesses after the wait are correct.
// REQUIRES: mpich, openmpi
// RUN: for mpi in mpich openmpi; do %not66 %lockstep run --mpi $mpi -n 2 --timeout 60 --cflags=-DEARLY %s 2>&1 | FileCheck %s || exit 1; done
// RUN: for mpi in mpich openmpi; do %lockstep run --mpi $mpi -n 2 --timeout 60 --cflags=-O3 %s 2>&1 | FileCheck %s --check-prefix=RIGHT || exit 1; done
// RIGHT: lockstep: no errors
#include <mpi.h>

enum { kHalf = 50 };

int main(int argc, char **argv) {
  int rank, numbers[2 * kHalf] = {0}, sum = 0;
  MPI_Request requests[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int other = 1 - rank;
  MPI_Irecv(numbers + kHalf, kHalf / 2, MPI_INT, other, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(numbers, kHalf / 2, MPI_INT, other, 0, MPI_COMM_WORLD, &requests[1]);
  for (int i = 0; i < kHalf; ++i) sum += numbers[i];
  for (int i = kHalf + kHalf / 2; i < 2 * kHalf; ++i) numbers[i] = i;
#ifdef EARLY
  // CHECK-DAG: loads_and_stores.c:[[@LINE+1]]:44: error: the store writes to a buffer that a pending MPI_Isend still reads [buffer-race]
  for (int i = 10; i < 12; ++i) numbers[i] = i;
  // CHECK-DAG: loads_and_stores.c:[[@LINE+1]]:10: error: the load reads a buffer that a pending MPI_Irecv writes to [buffer-race]
  sum += numbers[kHalf + 3];
#endif
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  for (int i = 0; i < 2 * kHalf; ++i) numbers[i] += 1;

  MPI_Request persistent;
  if (rank == 0)
    MPI_Send_init(numbers, kHalf, MPI_INT, 1, 1, MPI_COMM_WORLD, &persistent);
  else
    MPI_Recv_init(numbers, kHalf, MPI_INT, 0, 1, MPI_COMM_WORLD, &persistent);
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < kHalf; ++i) numbers[i] = round;
    MPI_Start(&persistent);
    MPI_Wait(&persistent, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&persistent);
  MPI_Finalize();
  return sum < 0;
}
