// A send and a receive agree on all but the communicator.
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
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size != 2) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_split(MPI_COMM_WORLD, 7, rank, &comm);
  if (rank == 0)
#ifdef OK
    MPI_Send(&value, 1, MPI_INT, 1, 0, comm);
#else
    // CHECK-DAG: two_comms.c:[[@LINE+1]]:{{.*}}note: sends a message that does not match
    MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
#endif
  else
    // CHECK-DAG: two_comms.c:[[@LINE+1]]:{{.*}}error: rank 1 is deadlocked: it waits in MPI_Recv [deadlock]
    MPI_Recv(&got, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
  MPI_Comm_free(&comm);
  MPI_Finalize();
  return 0;
}
