// Where the root is not known, a collective may have written the buffer of any rank.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank, one = 1, given = 0, sum = 0, root = argc > 1 ? atoi(argv[1]) : 0;
  MPI_Comm all;
  MPI_Datatype type;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, argc > 5, 0, &all);
  if (rank == 0) given = 1;
  MPI_Bcast(&given, 1, MPI_INT, root, all);
  MPI_Reduce(&one, &sum, 1, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
#ifndef OK
  given = 0;
#endif
  MPI_Type_contiguous(given - 1, MPI_INT, &type);
  // BOTH: unknown_root.c:[[@LINE-1]]:3: error: count of MPI_Type_contiguous (argument 1) is -1, but must not be negative [arg-count]
  MPI_Type_free(&type);
  if (rank == root) {
    MPI_Type_contiguous(sum - 2, MPI_INT, &type);
    MPI_Type_free(&type);
  }
  MPI_Comm_free(&all);
  MPI_Finalize();
  return 0;
}
