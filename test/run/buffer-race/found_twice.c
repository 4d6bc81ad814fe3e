// What the static analysis has found and the run sees as well is one finding, at the access.
// REQUIRES: mpich
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s
// RUN: %json-has %t.json findings.#=1 findings.0.confirmed=both
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size, value = 1, other = 0;
  MPI_Request requests[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Irecv(&other, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &requests[0]);
  // CHECK-DAG: found_twice.c:[[@LINE+1]]:{{.*}}note: pending since here
  MPI_Isend(&value, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &requests[1]);
  // CHECK-DAG: found_twice.c:[[@LINE+1]]:{{.*}}error: the store writes to a buffer that a pending MPI_Isend still reads [buffer-race]
  value = 3;
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Finalize();
  return 0;
}
// CHECK: lockstep: 1 error in 2 ranks
