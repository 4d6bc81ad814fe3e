// A program under MPI_ERRORS_RETURN still gets its error code, and the finding has the cause.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=arg-rank outcome.code=0
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=arg-rank outcome.code=0
#include <mpi.h>

int main(int argc, char **argv) {
  int value = 0, errorClass = MPI_SUCCESS;
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const int code = MPI_Send(&value, 1, MPI_INT, 99, 0, MPI_COMM_WORLD);
  MPI_Error_class(code, &errorClass);
  MPI_Finalize();
  return errorClass == MPI_ERR_RANK ? 0 : 1;
}

// CHECK: errors_return.c:[[@LINE-6]]:{{[0-9]+}}: error: dest of MPI_Send (argument 4) is 99, but MPI_COMM_WORLD has ranks 0 to 1 [arg-rank]
