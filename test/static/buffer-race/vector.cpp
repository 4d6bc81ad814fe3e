// A vector is assigned, which frees its elements, before the receive into them is complete.
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
  int rank, size;
  std::vector<int> values(4), sent(4), others;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Request sending;
  MPI_Isend(sent.data(), 4, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &sending);
  // CHECK-DAG: vector.cpp:[[@LINE+1]]:{{.*}}note: pending since here
  MPI_Irecv(values.data(), 4, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &request);
#ifdef OK
  others = std::vector<int>(100);
#else
  // CHECK-DAG: vector.cpp:[[@LINE+1]]:{{.*}}error: memory is freed while a pending MPI_Irecv still uses it [buffer-race]
  values = std::vector<int>(100);
#endif
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Wait(&sending, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
