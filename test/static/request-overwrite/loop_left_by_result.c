// One rank does not wait in a loop that all leave by the result of a reduction.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size, open;
  double out = 0, in;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int step = 0; step < 50; ++step) {
    int isOpen = out < 0;
    // CHECK: [[#@LINE+1]]:5: error: the request of MPI_Isend is overwritten by that of MPI_Isend and never completed [request-overwrite]
    MPI_Isend(&out, 1, MPI_DOUBLE, (rank + 1) % size, 8, MPI_COMM_WORLD, &request);
    MPI_Recv(&in, 1, MPI_DOUBLE, (rank + size - 1) % size, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#ifndef OK
    if (rank != 0)
#endif
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Allreduce(&isOpen, &open, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (!open) break;
  }
  MPI_Finalize();
  return 0;
}
