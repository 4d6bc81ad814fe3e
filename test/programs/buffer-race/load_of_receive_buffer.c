// The buffer of a pending receive is read.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <stdio.h>
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 0;
  MPI_Request receive;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1) {
    MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &receive);
#ifdef OK
    MPI_Wait(&receive, MPI_STATUS_IGNORE);
    printf("%d\n", value);
#else
    printf("%d\n", value);
    // BOTH: load_of_receive_buffer.c:[[@LINE-1]]:20: error: the load reads a buffer that a pending MPI_Irecv writes to [buffer-race]
    MPI_Wait(&receive, MPI_STATUS_IGNORE);
#endif
  } else {
    MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
