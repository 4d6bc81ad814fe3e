// The color of a split is negative; MPI_UNDEFINED is the only such value that is valid.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Comm part;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef OK
  MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? MPI_UNDEFINED : 3, rank, &part);
  if (part != MPI_COMM_NULL) MPI_Comm_free(&part);
#else
  // CHECK: color.c:[[@LINE+1]]:{{.*}}error: color of MPI_Comm_split (argument 2) is -3, but a color must not be negative [arg-other]
  MPI_Comm_split(MPI_COMM_WORLD, -3, rank, &part);
#endif
  MPI_Finalize();
  return 0;
}
