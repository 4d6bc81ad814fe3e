// A group of ranks up to 6, in a program that is meant for two; without a guard it may be meant for seven.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  const int ranks[3] = {0, 3, 6};
  MPI_Group world, some;
  int size;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
#ifndef OK
  if (size < 2) MPI_Abort(MPI_COMM_WORLD, 1);
#endif
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  // CHECK: group_of_seven.c:[[@LINE+1]]:{{.*}}error: ranks of MPI_Group_incl (argument 3) holds 3 as element 1, but the group has ranks 0 to 1 [arg-rank]
  MPI_Group_incl(world, 3, ranks, &some);
  MPI_Group_free(&some);
  MPI_Group_free(&world);
  MPI_Finalize();
  return 0;
}
