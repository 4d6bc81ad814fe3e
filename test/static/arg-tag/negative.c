// A receive with a negative tag that is not MPI_ANY_TAG.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size, value = 0;
  MPI_Request request;
#ifdef OK
  const int tag = MPI_ANY_TAG;
#else
  const int tag = -7;
#endif
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int to = 1; rank == 0 && to < size; ++to) MPI_Send(&rank, 1, MPI_INT, to, to, MPI_COMM_WORLD);
  if (rank > 0) {
    // CHECK: negative.c:[[@LINE+1]]:{{.*}}error: tag of MPI_Irecv (argument 5) is -7, but must not be negative [arg-tag]
    MPI_Irecv(&value, 1, MPI_INT, 0, tag, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
