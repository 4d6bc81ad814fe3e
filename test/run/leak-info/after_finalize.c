// Info objects may be freed after MPI_Finalize.
// REQUIRES: mpich
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=0
// CHECK-NOT: warning:
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Info info;
  MPI_Init(&argc, &argv);
  MPI_Info_create(&info);
  MPI_Finalize();
  MPI_Info_free(&info);
  return 0;
}
