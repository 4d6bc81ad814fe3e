// A load of one of three receives before MPI_Waitsome has returned its index.
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
  int got[3] = {0}, sent[3] = {0}, count, indices[3];
  MPI_Request requests[3], out[3];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < 3; ++i) {
    // CHECK-DAG: waitsome.c:[[@LINE+1]]:{{.*}}note: pending since here
    MPI_Irecv(&got[i], 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &requests[i]);
    MPI_Isend(&sent[i], 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &out[i]);
  }
#ifndef OK
  // CHECK-DAG: waitsome.c:[[@LINE+1]]:{{.*}}error: the load reads a buffer that a pending MPI_Irecv writes to [buffer-race]
  rank += got[0];
#endif
  MPI_Waitsome(3, requests, &count, indices, MPI_STATUSES_IGNORE);
#ifdef OK
  for (int i = 0; i < count; ++i) rank += got[indices[i]];
#endif
  MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
  MPI_Waitall(3, out, MPI_STATUSES_IGNORE);
  MPI_Finalize();
  return 0;
}
