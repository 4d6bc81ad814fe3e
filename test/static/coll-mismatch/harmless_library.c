// A C library function called on one rank is no unknown code that could match the others' collective.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) sleep(1);
  srand((unsigned)time(NULL));
#ifndef OK
  if (rank == 0)
#endif
    // CHECK: harmless_library.c:[[@LINE+1]]:5: error: MPI_Barrier is not called by all ranks of the communicator [coll-mismatch]
    MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
