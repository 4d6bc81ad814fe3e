// MPI_Testany completes one of two receives: a load of the other one's buffer is a race.
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
  int got[2] = {0}, sent[2] = {0}, index, flag = 0;
  MPI_Request requests[2], out[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < 2; ++i) {
    // CHECK-DAG: testany.c:[[@LINE+1]]:{{.*}}note: pending since here
    MPI_Irecv(&got[i], 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &requests[i]);
    MPI_Isend(&sent[i], 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &out[i]);
  }
  while (!flag) MPI_Testany(2, requests, &index, &flag, MPI_STATUS_IGNORE);
#ifdef OK
  rank += got[index];
#else
  // CHECK-DAG: testany.c:[[@LINE+1]]:{{.*}}{{error|warning}}: the load reads a buffer that a pending MPI_Irecv writes to [buffer-race]
  rank += got[1 - index];
#endif
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Waitall(2, out, MPI_STATUSES_IGNORE);
  MPI_Finalize();
  return 0;
}
