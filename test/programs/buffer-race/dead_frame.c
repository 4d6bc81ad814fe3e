// A function returns while a send still reads its variable.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

__attribute__((noinline)) void start(MPI_Request *send) {
  int local = 1;
  MPI_Isend(&local, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, send);
}
// BOTH: dead_frame.c:[[@LINE-1]]:1: error: the function returns while a pending MPI_Isend still uses its local variable [buffer-race]

int main(int argc, char **argv) {
  int rank, value = 0;
  MPI_Request send;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
#ifdef OK
    MPI_Isend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &send);
#else
    start(&send);
#endif
    MPI_Wait(&send, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
