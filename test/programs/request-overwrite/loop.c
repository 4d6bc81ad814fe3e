// Every iteration of a loop overwrites the request of the previous one.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, values[3] = {0};
  MPI_Request requests[3];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef OK
  const int step = 1;
#else
  const int step = 0;
#endif
  for (int i = 0; i < 3; ++i) {
    if (rank == 0)
      MPI_Isend(&values[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD, &requests[i * step]);
      // BOTH: loop.c:[[@LINE-1]]:7: error: the request of MPI_Isend is overwritten by that of MPI_Isend and never completed [request-overwrite]
    else
      MPI_Recv(&values[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  if (rank == 0) MPI_Waitall(1 + 2 * step, requests, MPI_STATUSES_IGNORE);
  MPI_Finalize();
  return 0;
}
