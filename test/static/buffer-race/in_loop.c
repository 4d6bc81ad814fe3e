// One buffer for all iterations of a loop: the second iteration stores to what the first still sends.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int values[4], got[4];
  MPI_Request requests[4], back[4];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < 4; ++i)
    MPI_Irecv(&got[i], 1, MPI_INT, (rank + size - 1) % size, i, MPI_COMM_WORLD, &back[i]);
  for (int i = 0; i < 4; ++i) {
#ifdef OK
    int *value = &values[i];
#else
    int *value = &values[0];
#endif
    // CHECK-DAG: in_loop.c:[[@LINE+1]]:{{.*}}error: the store writes to a buffer that a pending MPI_Isend still reads [buffer-race]
    *value = i;
    // CHECK-DAG: in_loop.c:[[@LINE+1]]:{{.*}}note: pending since here
    MPI_Isend(value, 1, MPI_INT, (rank + 1) % size, i, MPI_COMM_WORLD, &requests[i]);
  }
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  MPI_Waitall(4, back, MPI_STATUSES_IGNORE);
  MPI_Finalize();
  return 0;
}
