// A call before MPI_Init is reported once, with what to do.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DRIGHT 2>&1 | FileCheck %s --check-prefix=RIGHT
// RIGHT-NOT: {{warning|error}}:
// RIGHT: lockstep: no errors
#include <mpi.h>

static int ownRank(void) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // CHECK: before_init.c:[[#@LINE-1]]:3: error: MPI_Comm_rank is called before MPI_Init [lifecycle]
  // CHECK: help: call MPI_Init or MPI_Init_thread first
  // CHECK: 1 error
  return rank;
}

int main(int argc, char **argv) {
  int flag, version, subversion;
  MPI_Initialized(&flag);
  MPI_Get_version(&version, &subversion);
#ifdef RIGHT
  MPI_Init(&argc, &argv);
  const int rank = ownRank();
#else
  const int rank = ownRank();
  MPI_Init(&argc, &argv);
#endif
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return rank == 100000;
}
