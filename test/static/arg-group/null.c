// MPI_GROUP_NULL has no size; the empty group has one.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Group group = MPI_GROUP_NULL;
  int count;
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Group_size(MPI_GROUP_EMPTY, &count);
#else
  // CHECK: null.c:[[@LINE+1]]:{{.*}}error: group of MPI_Group_size (argument 1) is MPI_GROUP_NULL [arg-group]
  MPI_Group_size(group, &count);
#endif
  MPI_Finalize();
  return 0;
}
