// A canceled operation is completed by a completion call, or ended by freeing its request.
// REQUIRES: mpich, openmpi
// RUN: for mpi in mpich openmpi; do %not66 %lockstep run --mpi $mpi -n 1 --timeout 60 --cflags=-DMISSING %s 2>&1 | FileCheck %s || exit 1; done
// RUN: for mpi in mpich openmpi; do %lockstep run --mpi $mpi -n 1 --timeout 60 %s 2>&1 | FileCheck %s --check-prefix=RIGHT || exit 1; done
// RIGHT-NOT: {{error|warning}}:
// RIGHT: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int in;
  MPI_Request request;
  MPI_Init(&argc, &argv);
#ifdef MISSING
  // CHECK: cancelled.c:[[@LINE+1]]:{{.*}}error: the operation of MPI_Irecv is never completed [request-missing-wait]
  MPI_Irecv(&in, 1, MPI_INT, 0, 3, MPI_COMM_SELF, &request);
  MPI_Cancel(&request);
#else
  MPI_Issend(&in, 0, MPI_INT, 0, 1, MPI_COMM_SELF, &request);
  MPI_Cancel(&request);
  MPI_Request_free(&request);
  MPI_Irecv(&in, 1, MPI_INT, 0, 2, MPI_COMM_SELF, &request);
  MPI_Cancel(&request);
  MPI_Request_free(&request);
#endif
  MPI_Finalize();
  return 0;
}
