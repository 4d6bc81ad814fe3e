// The group is freed, which sets its handle to null.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=arg-group
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=arg-group
#include <mpi.h>

int main(int argc, char **argv) {
  int size;
  MPI_Group group;
  MPI_Init(&argc, &argv);
  MPI_Comm_group(MPI_COMM_WORLD, &group);
  MPI_Group_free(&group);
  MPI_Group_size(group, &size);
  MPI_Finalize();
  return 0;
}

// CHECK: null.c:[[@LINE-5]]:{{[0-9]+}}: error: group of MPI_Group_size (argument 1) is MPI_GROUP_NULL [arg-group]
