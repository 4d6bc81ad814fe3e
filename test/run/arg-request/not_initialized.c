// A variable that no operation has stored a request into: the library does not come back from the call.
// REQUIRES: mpich, openmpi
// RUN: for mpi in mpich openmpi; do %not66 %lockstep run --mpi $mpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s || exit 1; %json-has %t.json findings.#=1 || exit 1; done
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Request requests[2];
  memset(requests, 0, sizeof requests);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) MPI_Ibarrier(MPI_COMM_SELF, &requests[0]);
  // CHECK: not_initialized.c:[[@LINE+1]]:{{.*}}error: array_of_requests of MPI_Waitall (argument 2) holds what is not a valid request: completed or freed before, never created or not initialized [arg-request]
  if (rank == 0) MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Finalize();
  return 0;
}
