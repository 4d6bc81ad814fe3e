// The receive buffer of MPI_Exscan is not significant on rank 0, but on the others.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <stddef.h>
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 0, result;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef OK
  int *to = &result;
#else
  int *to = rank == 0 ? &result : NULL;
#endif
  MPI_Exscan(&value, to, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  // BOTH: exscan.c:[[@LINE-1]]:3: error: recvbuf of MPI_Exscan (argument 2) is NULL, but the call transfers data [arg-buffer]
  MPI_Finalize();
  return 0;
}
