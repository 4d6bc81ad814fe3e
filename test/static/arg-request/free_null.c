// MPI_Request_free of MPI_REQUEST_NULL.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Init(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
#ifdef OK
  if (request != MPI_REQUEST_NULL) MPI_Request_free(&request);
#else
  // CHECK: free_null.c:[[@LINE+1]]:{{.*}}error: request of MPI_Request_free (argument 1) is MPI_REQUEST_NULL [arg-request]
  MPI_Request_free(&request);
#endif
  MPI_Finalize();
  return 0;
}
