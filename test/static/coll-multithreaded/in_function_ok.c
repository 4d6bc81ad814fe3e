// One thread of a region calls a function with a collective.
// RUN: %check %s -- -fopenmp 2>&1 | FileCheck %s
// CHECK-NOT: [coll-
// CHECK: lockstep: no errors
#include <mpi.h>

static void meet(MPI_Comm comm) { MPI_Barrier(comm); }

int main(int argc, char **argv) {
  int provided;
  MPI_Comm comm;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
  if (provided < MPI_THREAD_SERIALIZED) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  meet(comm);
#pragma omp parallel
  {
#pragma omp single
    meet(comm);
  }
  MPI_Comm_free(&comm);
  MPI_Finalize();
  return 0;
}
