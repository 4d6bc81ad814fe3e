// The halves of a communicator that was split are freed by the even ranks only.
// RUN: %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Comm half;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
  // BOTH: split.c:[[@LINE-1]]:3: warning: the communicator that MPI_Comm_split makes here is never freed {{.*}}[leak-comm]
#ifndef OK
  if (rank % 2 == 0)
#endif
    MPI_Comm_free(&half);
  MPI_Finalize();
  return 0;
}
