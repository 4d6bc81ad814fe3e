// Two ranks receive from each other before they send, in a program that does not check the number of ranks.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, in, out = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef OK
  if (rank == 0) MPI_Send(&out, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
#endif
  MPI_Recv(&in, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // BOTH: head_to_head.c:[[@LINE-1]]:3: error: ranks 0-1 are deadlocked: rank 0 waits in MPI_Recv for rank 1, rank 1 waits in MPI_Recv for rank 0 [deadlock]
#ifdef OK
  if (rank == 1)
#endif
    MPI_Send(&out, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
