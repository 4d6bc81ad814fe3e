// Requests that are returned, passed by reference, and kept in a vector of a class.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

#include <vector>

struct Exchange {
  std::vector<MPI_Request> requests;
  std::vector<int> got = std::vector<int>(2);

  MPI_Request begin(int from) {
    MPI_Request request;
    MPI_Irecv(&got[0], 1, MPI_INT, from, 0, MPI_COMM_WORLD, &request);
    return request;
  }
  void add(int from) {
    requests.push_back(MPI_REQUEST_NULL);
    // CHECK-DAG: in_class.cpp:[[@LINE+1]]:{{.*}}error: the operation of MPI_Irecv is never completed [request-missing-wait]
    MPI_Irecv(&got[1], 1, MPI_INT, from, 1, MPI_COMM_WORLD, &requests.back());
  }
  void finish(MPI_Request &request) {
    MPI_Wait(&request, MPI_STATUS_IGNORE);
#ifdef OK
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
#endif
  }
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size, value = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Request out[2];
  for (int i = 0; i < 2; ++i) MPI_Isend(&value, 1, MPI_INT, (rank + 1) % size, i, MPI_COMM_WORLD, &out[i]);
  Exchange exchange;
  MPI_Request request = exchange.begin((rank + size - 1) % size);
  exchange.add((rank + size - 1) % size);
  exchange.finish(request);
  MPI_Waitall(2, out, MPI_STATUSES_IGNORE);
  MPI_Finalize();
  return 0;
}
