// Even and odd elements do not overlap; a row that is one element too long does.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, values[8] = {0}, *memory;
  MPI_Win win;
  MPI_Datatype even;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Type_vector(4, 1, 2, MPI_INT, &even);
  MPI_Type_commit(&even);
  MPI_Win_allocate(8 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(values, 1, even, 1, 0, 1, even, win);
  if (rank == 1)
    for (int i = 1; i < 8; i += 2) memory[i] = i;
#ifndef OK
  if (rank == 1) memory[6] = 6;
  // BOTH: vectors.c:[[@LINE-1]]:{{[0-9]+}}: error: {{.*}} [rma-race-remote]
#endif
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Type_free(&even);
  MPI_Finalize();
  return 0;
}
