// Integers are received as floats.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 0;
  float other = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  // BOTH: int_as_float.c:[[@LINE-1]]:18: error: rank 0 sends 1 x MPI_INT to rank 1, which receives it as 1 x MPI_FLOAT: element 0 is MPI_INT at the sender and MPI_FLOAT at the receiver [p2p-type-mismatch]
#ifdef OK
  if (rank == 1) MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#else
  if (rank == 1) MPI_Recv(&other, 1, MPI_FLOAT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#endif
  (void)other;
  MPI_Finalize();
  return 0;
}
