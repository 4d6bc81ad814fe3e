// A store to a count of a pending large-count collective, each of which has 8 bytes.
// REQUIRES: mpich
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int size;
  MPI_Count counts[8];
  MPI_Aint places[8];
  int mine = 0, all[8];
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < 8; ++i) {
    counts[i] = 1;
    places[i] = i;
  }
  // CHECK-DAG: large_counts.c:[[@LINE+1]]:{{.*}}note: pending since here
  MPI_Iallgatherv_c(&mine, 1, MPI_INT, all, counts, places, MPI_INT, MPI_COMM_WORLD, &request);
#ifdef OK
  counts[size] = 2;
#else
  // CHECK-DAG: large_counts.c:[[@LINE+1]]:{{.*}}error: the store writes to a buffer that a pending MPI_Iallgatherv_c still reads [buffer-race]
  counts[size - 1] = 2;
#endif
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
