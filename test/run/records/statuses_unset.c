// An unsuccessful test, and a receive that fails, set no status; the program still gets its error. The finding on the
// truncated message does not matter here.
// REQUIRES: mpich, openmpi
// RUN: rm -rf %t.mpich %t.openmpi
// RUN: %lockstep run -q --mpi mpich -n 2 --trace %t.mpich %s || true
// RUN: %records %t.mpich | FileCheck %s
// RUN: %lockstep run -q --mpi openmpi -n 2 --trace %t.openmpi %s || true
// RUN: %records %t.openmpi | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, flag, code = 0, values[4] = {0};
  MPI_Request requests[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  if (rank == 0) {
    MPI_Irecv(values, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(values + 2, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Testall(2, requests, &flag, MPI_STATUSES_IGNORE);
    MPI_Send(values, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    code = MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    if (code != MPI_ERR_IN_STATUS) MPI_Abort(MPI_COMM_WORLD, 3);
  } else {
    MPI_Recv(values, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(values, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    MPI_Send(values, 4, MPI_INT, 0, 2, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}

// CHECK: rank 0: MPI_Testall -> {{.*}} flag=0 array_of_statuses=0
// CHECK: rank 0: MPI_Waitall -> failed {{.*}} array_of_statuses={1,1,0,4} {1,2,{{[1-9][0-9]*}},-1}
