// A run names the modules whose loads and stores it did not see while MPI owned buffers.
// REQUIRES: mpich
// RUN: %mpicc-mpich %s -o %t.plain && %lockstep run -n 1 --json %t.json %t.plain 2>&1 | FileCheck %s
// RUN: %json-has %t.json coverage.notInstrumentedModules.#=1
// RUN: %lockstep-mpicc --mpi mpich %s -o %t.seen && strip %t.seen && %lockstep run -n 1 %t.seen 2>&1 | FileCheck %s --check-prefix=SEEN
// RUN: %lockstep-mpicc --mpi mpich -fno-lockstep %s -o %t.plain && %lockstep run -n 1 %t.plain 2>&1 | FileCheck %s
// RUN: %lockstep-mpicc --mpi mpich --compiler=gcc -O2 %s -o %t.seen && strip %t.seen && %lockstep run -n 1 %t.seen 2>&1 | FileCheck %s --check-prefix=SEEN
// RUN: %lockstep run -n 1 --mpi mpich %s 2>&1 | FileCheck %s --check-prefix=SEEN
// RUN: %mpicc-mpich -DBLOCKING %s -o %t.plain && %lockstep run -n 1 %t.plain 2>&1 | FileCheck %s --check-prefix=SEEN
// CHECK: lockstep: no errors; {{.*}} seen; loads and stores not seen in: {{.*}}.plain (compile with lockstep-mpicc to see them)
// SEEN: lockstep: no errors
// SEEN-NOT: not seen
#include <mpi.h>

int main(int argc, char **argv) {
  int sent = 1, received = 0;
  MPI_Init(&argc, &argv);
#ifdef BLOCKING
  MPI_Allreduce(&sent, &received, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
#else
  MPI_Request request;
  MPI_Iallreduce(&sent, &received, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
  MPI_Finalize();
  return received - 1;
}
