// MPI_IN_PLACE is for the root only in MPI_Reduce.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 0, result;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef OK
  void *given = rank == 0 ? MPI_IN_PLACE : &value;
#else
  void *given = MPI_IN_PLACE;
#endif
  MPI_Reduce(given, &result, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  // BOTH: in_place.c:[[@LINE-1]]:3: error: sendbuf of MPI_Reduce (argument 1) is MPI_IN_PLACE, which only the root may pass [arg-buffer]
  MPI_Finalize();
  return 0;
}
