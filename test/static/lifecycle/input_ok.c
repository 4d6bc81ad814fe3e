// Whether the process ends without MPI_Finalize depends on its input, or on a query that it repeats.
// RUN: %check %s -- -DRETURNS 2>&1 | FileCheck %s
// RUN: %check %s -- -DREFUSES 2>&1 | FileCheck %s
// RUN: %check %s -- -DASKS 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank = 0;
#ifdef ASKS
  if (getenv("WITH_MPI")) MPI_Init(&argc, &argv);
  if (getenv("WITH_MPI")) MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (getenv("WITH_MPI")) MPI_Finalize();
  return rank == 100000;
#endif
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef RETURNS
  if (argc > 5) return 0;
#endif
#ifdef REFUSES
  if (argc > 4) exit(1);
  if (argc > 3) {
    MPI_Barrier(MPI_COMM_WORLD);
    return 1;
  }
#endif
  MPI_Finalize();
  return rank == 100000;
}
