// A derived datatype is broadcast before it is committed.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=arg-datatype
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=arg-datatype
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Datatype two;
  int value[2] = {1, 2};
  MPI_Init(&argc, &argv);
  MPI_Type_contiguous(2, MPI_INT, &two);
  MPI_Bcast(value, 1, two, 0, MPI_COMM_WORLD);
  MPI_Type_free(&two);
  MPI_Finalize();
  return 0;
}

// CHECK: uncommitted.c:[[@LINE-6]]:{{[0-9]+}}: error: datatype of MPI_Bcast (argument 3) is a datatype that is not committed [arg-datatype]
