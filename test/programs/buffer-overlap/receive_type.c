// A receive with a datatype whose elements overlap.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, values[4] = {0};
  MPI_Datatype type;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef OK
  MPI_Type_create_hvector(2, 2, 8, MPI_INT, &type);
#else
  MPI_Type_create_hvector(2, 2, 4, MPI_INT, &type);
#endif
  MPI_Type_commit(&type);
  if (rank == 0) MPI_Send(values, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
  if (rank == 1) MPI_Recv(values, 1, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // Difference: a run describes the datatype.
  // CHECK: receive_type.c:[[@LINE-2]]:18: error: MPI_Recv writes some bytes more than once: the entries of buf overlap each other [buffer-overlap]
  // RUNTIME: receive_type.c:[[@LINE-3]]:18: error: MPI_Recv writes some bytes more than once: the entries of buf, 1 x a derived type of 4 x MPI_INT (size 16, extent 12), overlap each other [buffer-overlap]
  MPI_Type_free(&type);
  MPI_Finalize();
  return 0;
}
