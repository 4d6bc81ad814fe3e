// The handler calls the collective, or aborts all ranks; an uncaught exception aborts them too.
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: coll-
// CHECK: lockstep: no errors
#include <mpi.h>

#include <stdexcept>

struct Stop {};

static void work(int rank) {
  if (rank == 1) throw std::runtime_error("step");
  MPI_Barrier(MPI_COMM_WORLD);
}

static void check(int rank, int limit) {
  if (rank > limit) throw Stop();
}

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  try {
    work(rank);
  } catch (const std::exception &) {
    MPI_Barrier(MPI_COMM_WORLD);
  }
  try {
    work(rank);
  } catch (const std::exception &) {
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  check(rank, argc);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
