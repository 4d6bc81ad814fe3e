// Both ranks receive first, behind and inside a loop that ends by the result of a reduction.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

static void swap(double *own, int rank) {
  double other;
  const int peer = 1 - rank;
#ifdef OK
  MPI_Sendrecv(own, 1, MPI_DOUBLE, peer, 5, &other, 1, MPI_DOUBLE, peer, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#else
  // CHECK: [[#@LINE+1]]:3: error: {{.*}}deadlock{{.*}} [deadlock]
  MPI_Recv(&other, 1, MPI_DOUBLE, peer, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send(own, 1, MPI_DOUBLE, peer, 5, MPI_COMM_WORLD);
#endif
  *own = other;
}

int main(int argc, char **argv) {
  int rank, size;
  double own = 1, rest = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size != 2) MPI_Abort(MPI_COMM_WORLD, 1);
  for (int i = 0; i < 100 && rest > 1e-6; ++i) {
    own *= 0.5;
    MPI_Allreduce(&own, &rest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
#ifdef OK
    swap(&own, rank);
#endif
  }
  swap(&own, rank);
  MPI_Finalize();
  return 0;
}
