// One variable is set and sent in every iteration, and the sends are completed after the loop: from the second
// iteration on the store races with the previous send. With a different element per iteration it is correct.
// REQUIRES: mpich, openmpi
// RUN: for mpi in mpich openmpi; do %not66 %lockstep run --mpi $mpi -n 2 --timeout 60 --cflags=-DEARLY %s 2>&1 | FileCheck %s || exit 1; done
// RUN: for mpi in mpich openmpi; do %lockstep run --mpi $mpi -n 2 --timeout 60 %s 2>&1 | FileCheck %s --check-prefix=RIGHT || exit 1; done
// RIGHT: lockstep: no errors
#include <mpi.h>

enum { kRounds = 4 };
#ifdef EARLY
#define OWN 0
#else
#define OWN i
#endif

int main(int argc, char **argv) {
  int rank, number[kRounds], received;
  MPI_Request requests[kRounds];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < kRounds && rank == 0; ++i) {
    // CHECK: sent_in_a_loop.c:[[@LINE+1]]:17: error: the store writes to a buffer that a pending MPI_Isend still reads [buffer-race]
    number[OWN] = i;
    MPI_Isend(&number[OWN], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[i]);
  }
  for (int i = 0; i < kRounds && rank == 1; ++i)
    MPI_Recv(&received, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 0) MPI_Waitall(kRounds, requests, MPI_STATUSES_IGNORE);
  MPI_Finalize();
  return 0;
}
