// The second send overwrites the handle of the first, which is still active.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, values[2] = {0};
  MPI_Request send[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef OK
  const int second = 1;
#else
  const int second = 0;
#endif
  if (rank == 0) {
    MPI_Isend(&values[0], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &send[0]);
    // BOTH: two_sends.c:[[@LINE-1]]:5: error: the request of MPI_Isend is overwritten by that of MPI_Isend and never completed [request-overwrite]
    MPI_Isend(&values[1], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &send[second]);
    MPI_Waitall(1 + second, send, MPI_STATUSES_IGNORE);
  } else {
    MPI_Recv(&values[0], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&values[1], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
