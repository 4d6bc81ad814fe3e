// Requests in an object that unknown code may change: nothing is known about the list at the wait.
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

#include <map>
#include <vector>

struct Halo {
  std::vector<MPI_Request> requests;
  std::map<int, int> neighbors;

  void post(const std::vector<int> &ranks, int *in, int *out) {
    for (int rank : ranks) {
      neighbors[rank] = 1;
      requests.emplace_back();
      MPI_Irecv(&in[rank], 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &requests.back());
    }
    for (int rank : ranks) {
      MPI_Request request;
      MPI_Isend(&out[rank], 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &request);
      requests.push_back(request);
    }
  }
  void finish() {
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
    requests.clear();
  }
};

int main(int argc, char **argv) {
  int rank, size, in[64], out[64] = {0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  std::vector<int> ranks;
  if (rank > 0) ranks.push_back(rank - 1);
  if (rank + 1 < size) ranks.push_back(rank + 1);
  Halo halo;
  for (int i = 0; i < 4; ++i) {
    halo.post(ranks, in, out);
    halo.finish();
  }
  MPI_Finalize();
  return 0;
}
