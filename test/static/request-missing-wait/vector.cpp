// Eight requests are kept in a vector, and the last is not waited for.
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
  int size;

  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  std::vector<MPI_Request> requests;
  std::vector<int> values(8);
  for (int i = 0; i < 8; ++i) {
    MPI_Request request;
    // CHECK: vector.cpp:[[@LINE+1]]:{{.*}}error: the operation of MPI_Irecv is never completed [request-missing-wait]
    MPI_Irecv(&values[i], 1, MPI_INT, MPI_ANY_SOURCE, i, MPI_COMM_WORLD, &request);
    requests.push_back(request);
  }
#ifdef OK
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
#else
  MPI_Waitall(static_cast<int>(requests.size()) - 1, requests.data(), MPI_STATUSES_IGNORE);
#endif
  MPI_Finalize();
  return 0;
}
