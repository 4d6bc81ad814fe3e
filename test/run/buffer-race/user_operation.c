// A user-defined operation accesses the buffers of the reductions that use it, in whatever call the library runs it: that
// is the library's doing. What it does to other buffers in flight is not.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 %s 2>&1 | FileCheck %s
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --cflags=-DELSEWHERE %s 2>&1 | FileCheck %s --check-prefix=ELSEWHERE
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --cflags=-DELSEWHERE %s 2>&1 | FileCheck %s --check-prefix=ELSEWHERE
// CHECK-NOT: error:
#include <mpi.h>

static int calls[2];

static void add(void *in, void *inout, int *length, MPI_Datatype *type) {
  (void)type;
#ifdef ELSEWHERE
  calls[0] = 1;  // ELSEWHERE: user_operation.c:[[@LINE]]:{{[0-9]+}}: error: {{.*}}MPI_Irecv{{.*}} [buffer-race]
#endif
  for (int i = 0; i < *length; ++i) ((int *)inout)[i] += ((int *)in)[i];
}

int main(int argc, char **argv) {
  int rank, data[4] = {1, 2, 3, 4}, sum[4], more[4];
  MPI_Op op;
  MPI_Request requests[3];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Op_create(add, 1, &op);
  MPI_Irecv(calls, 2, MPI_INT, 1 - rank, 7, MPI_COMM_WORLD, &requests[2]);
  MPI_Iallreduce(data, sum, 4, MPI_INT, op, MPI_COMM_WORLD, &requests[0]);
  MPI_Ireduce(data, more, 4, MPI_INT, op, 0, MPI_COMM_WORLD, &requests[1]);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Send(data, 2, MPI_INT, 1 - rank, 7, MPI_COMM_WORLD);
  MPI_Wait(&requests[2], MPI_STATUS_IGNORE);
  MPI_Op_free(&op);
  MPI_Finalize();
  return 0;
}
