// A vector is resized, which moves its elements, before the receive into them is complete.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

#include <vector>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  std::vector<int> got(4), sent(4);
  MPI_Request requests[2];
  // CHECK-DAG: realloc.cpp:[[@LINE+1]]:{{.*}}note: pending since here
  MPI_Irecv(got.data(), 4, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(sent.data(), 4, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &requests[1]);
#ifdef OK
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
#endif
  // CHECK-DAG: realloc.cpp:[[@LINE+1]]:{{.*}}error: the load reads a buffer that a pending MPI_Irecv writes to [buffer-race]
  got.resize(1000);
#ifndef OK
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
#endif
  MPI_Finalize();
  return 0;
}
