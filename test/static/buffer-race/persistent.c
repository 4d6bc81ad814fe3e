// A persistent send owns its buffer from each start to its completion only.
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
  int value = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int got[3] = {0};
  MPI_Request others[3];
  for (int i = 0; i < 3; ++i)
    MPI_Irecv(&got[i], 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &others[i]);
  MPI_Send_init(&value, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &request);
  for (int i = 0; i < 3; ++i) {
    value = i;
    // CHECK-DAG: persistent.c:[[@LINE+1]]:{{.*}}note: pending since here
    MPI_Start(&request);
#ifdef OK
    MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
    // CHECK-DAG: persistent.c:[[@LINE+1]]:{{.*}}error: the store writes to a buffer that a pending MPI_Send_init still reads [buffer-race]
    value = -1;
#ifndef OK
    MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
  }
  MPI_Request_free(&request);
  MPI_Waitall(3, others, MPI_STATUSES_IGNORE);
  MPI_Finalize();
  return 0;
}
