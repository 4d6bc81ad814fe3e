// Two pending receives write the same buffer.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, values[2];
  MPI_Request receives[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef OK
  int *second = &values[1];
#else
  int *second = &values[0];
#endif
  if (rank == 1) {
    MPI_Irecv(&values[0], 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &receives[0]);
    MPI_Irecv(second, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, &receives[1]);
    // BOTH: two_receives.c:[[@LINE-1]]:5: error: MPI_Irecv writes to a buffer that a pending MPI_Irecv also writes to [buffer-race]
    MPI_Waitall(2, receives, MPI_STATUSES_IGNORE);
  } else {
    MPI_Send(&rank, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    MPI_Send(&rank, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
