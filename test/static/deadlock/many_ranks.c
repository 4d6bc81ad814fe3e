// With fewer than five ranks nothing happens, more ranks wait for each other.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size, value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size >= 5) {
    const int next = (rank + 1) % size, last = (rank + size - 1) % size;
#ifdef OK
    MPI_Sendrecv_replace(&value, 1, MPI_INT, next, 0, last, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#else
    // CHECK: many_ranks.c:[[@LINE+1]]:5: error: ranks 0-4 are deadlocked: {{.*}} [deadlock]
    MPI_Recv(&value, 1, MPI_INT, last, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&value, 1, MPI_INT, next, 0, MPI_COMM_WORLD);
#endif
  }
  MPI_Finalize();
  return 0;
}
