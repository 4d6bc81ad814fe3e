// A persistent receive is waited for but never started; the first wait may come before the first start.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
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
  int sent[2] = {0};
  MPI_Request others[2];
  for (int i = 0; i < 2; ++i)
    MPI_Isend(&sent[i], 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &others[i]);
  // CHECK: p2p.c:[[@LINE+1]]:{{.*}}warning: the persistent operation of MPI_Recv_init is waited for but never started [request-missing-start]
  MPI_Recv_init(&value, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &request);
#ifdef OK
  for (int i = 0; i < 2; ++i) {
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Start(&request);
  }
#endif
  // CHECK: p2p.c:[[@LINE+1]]:{{.*}}note: is waited for here
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Waitall(2, others, MPI_STATUSES_IGNORE);
  MPI_Finalize();
  return 0;
}
