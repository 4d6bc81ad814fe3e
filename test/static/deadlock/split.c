// The keys of MPI_Comm_split reverse the ranks, so that rank 1 waits for a message from itself.
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
  int value = 0, got = 0;
  MPI_Comm comm;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size != 2) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_split(MPI_COMM_WORLD, 0, size - rank, &comm);
  if (rank == 0) {
    MPI_Isend(&value, 1, MPI_INT, 0, 0, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
#ifdef OK
    MPI_Recv(&got, 1, MPI_INT, 1, 0, comm, MPI_STATUS_IGNORE);
#else
    // CHECK: split.c:[[@LINE+1]]:{{.*}}error: rank 1 is deadlocked: it waits in MPI_Recv [deadlock]
    MPI_Recv(&got, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
#endif
  }
  MPI_Comm_free(&comm);
  MPI_Finalize();
  return 0;
}
