// A message is sent with MPI_ANY_TAG, which is for receives and probes.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size, value = 0, got;
  MPI_Request request;
#ifdef OK
  const int tag = 0;
#else
  const int tag = MPI_ANY_TAG;
#endif
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Irecv(&got, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &request);
  // CHECK: any_tag_sent.c:[[@LINE+1]]:{{.*}}error: tag of MPI_Send (argument 5) is MPI_ANY_TAG, but only a receive or probe may leave it open [arg-tag]
  MPI_Send(&value, 1, MPI_INT, (rank + 1) % size, tag, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
