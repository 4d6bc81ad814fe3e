// Integers are received as bytes: the standard forbids it, the libraries do not mind.
// RUN: %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef OK
  const MPI_Datatype type = MPI_INT;
  const int count = 1;
#else
  const MPI_Datatype type = MPI_BYTE;
  const int count = 4;
#endif
  if (rank == 0) MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  // BOTH: int_as_byte.c:[[@LINE-1]]:18: warning: rank 0 sends 1 x MPI_INT to rank 1, which receives it as 4 x MPI_BYTE: element 0 is MPI_INT at the sender and MPI_BYTE at the receiver [p2p-type-mismatch]
  if (rank == 1) MPI_Recv(&value, count, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
