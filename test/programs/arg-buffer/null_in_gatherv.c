// The root has counts, but no memory to gather into.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <stddef.h>
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 1, values[2], counts[2] = {1, 1}, places[2] = {0, 1};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef OK
  int *to = values;
#else
  int *to = NULL;
#endif
  MPI_Gatherv(&value, rank < 2, MPI_INT, to, counts, places, MPI_INT, 1, MPI_COMM_WORLD);
  // BOTH: null_in_gatherv.c:[[@LINE-1]]:3: error: recvbuf of MPI_Gatherv (argument 4) is NULL, but the call transfers data [arg-buffer]
  MPI_Finalize();
  return 0;
}
