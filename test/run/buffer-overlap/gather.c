// The root of a gather sends its part from the place where it receives it.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60  --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=buffer-overlap
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60  --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=buffer-overlap
#include <mpi.h>

int main(int argc, char **argv) {
  int values[2] = {0, 0};
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Gather(values, 1, MPI_INT, values, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}

// CHECK: gather.c:[[#@LINE-5]]:{{.*}} error: MPI_Gather reads sendbuf and writes recvbuf, and the two overlap [buffer-overlap]
// CHECK: help: pass MPI_IN_PLACE
