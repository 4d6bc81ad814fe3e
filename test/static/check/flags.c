// Arguments after "--" go to the compiler; several sources give one report.
// RUN: %check %s -- -DRANKS="rank >= 0" 2>&1 | FileCheck %s --check-prefix=FINE
// RUN: %not66 %check %s %s -- -DRANKS="rank == 0" 2>&1 | FileCheck %s
// RUN: %not64 %check %s 2>&1 | FileCheck %s --check-prefix=BROKEN
// FINE: lockstep: no errors; 4 MPI calls
// CHECK: flags.c:15:15: error: MPI_Barrier is not called by all ranks
// CHECK: lockstep: 1 error; 8 MPI calls
// BROKEN: does not compile
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (RANKS) {MPI_Barrier(MPI_COMM_WORLD);}
  MPI_Finalize();
  return 0;
}
