// Each thread passes its own communicator to a function.
// RUN: %check %s -- -fopenmp 2>&1 | FileCheck %s
// CHECK-NOT: [coll-
// CHECK: lockstep: no errors
#include <mpi.h>
#include <omp.h>

static void meet(MPI_Comm comm) { MPI_Barrier(comm); }

int main(int argc, char **argv) {
  int provided;
  MPI_Comm own[2];
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
  for (int i = 0; i < 2; ++i) MPI_Comm_dup(MPI_COMM_WORLD, &own[i]);
#pragma omp parallel num_threads(2)
  {
    MPI_Comm mine = own[omp_get_thread_num()];
    meet(mine);
  }
  for (int i = 0; i < 2; ++i) MPI_Comm_free(&own[i]);
  MPI_Finalize();
  return 0;
}
