// MPI_Sendrecv_replace writes its buffer, but not if the source is MPI_PROC_NULL.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int value = 0, received;
  MPI_Request send;
#ifdef OK
  const int peer = MPI_PROC_NULL;
#else
  const int peer = 0;
#endif
  MPI_Init(&argc, &argv);
  MPI_Isend(&value, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &send);
  MPI_Sendrecv_replace(&value, 1, MPI_INT, peer, 2, peer, 2, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  // BOTH: replace_with_null_source.c:[[@LINE-1]]:3: error: MPI_Sendrecv_replace writes to a buffer that a pending MPI_Isend still reads [buffer-race]
  MPI_Recv(&received, 1, MPI_INT, 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  MPI_Wait(&send, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
