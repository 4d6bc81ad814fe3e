// Two communicators whose barriers the ranks call in opposite order: a certain deadlock, although no message is
// involved.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Comm copy;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
#ifdef OK
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Barrier(copy);
#else
  if (rank == 0) {
    // CHECK: crossed_barriers.c:[[@LINE+1]]:{{.*}}error: ranks 0-1 are deadlocked: rank 0 waits in MPI_Barrier for rank 1, rank 1 waits in MPI_Barrier for rank 0 [deadlock]
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Barrier(copy);
  } else {
    MPI_Barrier(copy);
    MPI_Barrier(MPI_COMM_WORLD);
  }
#endif
  MPI_Comm_free(&copy);
  MPI_Finalize();
  return 0;
}
