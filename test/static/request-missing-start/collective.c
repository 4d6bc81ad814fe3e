// A persistent broadcast is waited for but never started; the first wait may come before the first start.
// REQUIRES: mpich
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int value = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Init(&argc, &argv);
  // CHECK: collective.c:[[@LINE+1]]:{{.*}}warning: the persistent operation of MPI_Bcast_init is waited for but never started [request-missing-start]
  MPI_Bcast_init(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
#ifdef OK
  for (int i = 0; i < 2; ++i) {
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Start(&request);
  }
#endif
  // CHECK: collective.c:[[@LINE+1]]:{{.*}}note: is waited for here
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Finalize();
  return 0;
}
