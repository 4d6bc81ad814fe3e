// The run-time library of OpenMP comes with a library that is opened late and out of sight of the program.
// REQUIRES: mpich
// RUN: %mpicc-mpich -fopenmp -g -shared -fPIC -I%S/Inputs %S/Inputs/hidden.c -o %t.gcc.so
// RUN: %clang -fopenmp -g -shared -fPIC %mpich-include -I%S/Inputs %S/Inputs/hidden.c -o %t.clang.so
// RUN: %lockstep run --mpi mpich -n 3 --timeout 60 --cflags="-I%S/Inputs -ldl" --json %t.json %s %t.gcc.so 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=0
// RUN: %lockstep run --mpi mpich -n 3 --timeout 60 --cflags="-I%S/Inputs -ldl" --json %t.json %s %t.clang.so 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=0
#include <dlfcn.h>

#include "relay.h"

int main(int argc, char **argv) {
  const int rank = startMpi(&argc, &argv);
  if (rank == 0) {
    void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    void (*relay)(void) = (void (*)(void))dlsym(library, "relay");
    relay();
  } else {
    serve(rank, 1);
  }
  MPI_Finalize();
  return 0;
}

// CHECK-NOT: {{error|warning|note}}:
// CHECK: lockstep: no errors; 3 ranks
