// A function that is registered for the end of the process uses MPI, which is finalized by then.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DRIGHT 2>&1 | FileCheck %s --check-prefix=RIGHT
// RIGHT-NOT: {{warning|error}}:
// RIGHT: lockstep: no errors
#include <mpi.h>

#include <cstdlib>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::atexit([] {
    MPI_Barrier(MPI_COMM_WORLD);
    // CHECK: exit_handler.cpp:[[#@LINE-1]]:5: error: MPI_Barrier is called after MPI_Finalize [lifecycle]
#ifdef RIGHT
    MPI_Finalize();
#endif
  });
#ifndef RIGHT
  MPI_Finalize();
#endif
}
