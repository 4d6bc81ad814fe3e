// A receive from any source may take the message of a later receive, which then waits forever: check lets it take that
// of the lowest rank, and warns. Received in rank order, the messages match.
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DRIGHT 2>&1 | FileCheck %s --check-prefix=RIGHT
// RIGHT-NOT: {{warning|error}}:
// RIGHT: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size, value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size != 3) MPI_Abort(MPI_COMM_WORLD, 1);
#ifdef RIGHT
  const int first = 2;
#else
  const int first = MPI_ANY_SOURCE;
#endif
  if (rank == 0) {
    // CHECK-DAG: starved.c:[[@LINE+1]]:{{.*}}warning: MPI_Recv may match a message from rank 1 or from rank 2: the order is nondeterministic [message-race]
    MPI_Recv(&value, 1, MPI_INT, first, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    // CHECK-DAG: starved.c:[[@LINE+1]]:{{.*}}warning: depending on whose message a receive from any source takes, {{.*}} deadlocked: {{.*}} [deadlock]
    MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
