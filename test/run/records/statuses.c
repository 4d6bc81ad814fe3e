// Source, tag and length of messages are also recorded if the program ignores its statuses, for one and for many
// requests, for derived datatypes and for canceled operations; fields that a call does not set are not recorded.
// REQUIRES: mpich, openmpi
// RUN: rm -rf %t.mpich %t.openmpi
// RUN: %lockstep run -q --mpi mpich -n 2 --trace %t.mpich %s
// RUN: %records %t.mpich | FileCheck %s
// RUN: %lockstep run -q --mpi openmpi -n 2 --trace %t.openmpi %s
// RUN: %records %t.openmpi | FileCheck %s
#include <mpi.h>

static MPI_Request requests[3000];
static int values[6000];

static void receiveOne(void) {
  int flag = 0;
  MPI_Message message;
  MPI_Datatype column;
  MPI_Type_vector(3, 1, 2, MPI_INT, &column);
  MPI_Type_commit(&column);
  MPI_Recv(values, 10, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Recv(values, 2, column, 1, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Probe(MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  while (!flag) MPI_Improbe(1, 9, MPI_COMM_WORLD, &flag, &message, MPI_STATUS_IGNORE);
  MPI_Mrecv(values, 4, MPI_INT, &message, MPI_STATUS_IGNORE);
  MPI_Recv(values, 0, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Type_free(&column);
}

static void cancelOne(void) {
  MPI_Irecv(values, 1, MPI_INT, 1, 77, MPI_COMM_WORLD, &requests[0]);
  MPI_Cancel(&requests[0]);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
}

static void receiveSeveral(void) {
  MPI_Status statuses[3];
  int outcount, indices[3], flag = 0, index;
  requests[0] = MPI_REQUEST_NULL;
  MPI_Irecv(values, 4, MPI_INT, 1, 10, MPI_COMM_WORLD, &requests[1]);
  MPI_Irecv(values + 4, 4, MPI_INT, MPI_ANY_SOURCE, 11, MPI_COMM_WORLD, &requests[2]);
  MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
  MPI_Irecv(values, 4, MPI_INT, 1, 12, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(values + 4, 4, MPI_INT, 1, 13, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitsome(2, requests, &outcount, indices, MPI_STATUSES_IGNORE);
  MPI_Send(values, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
  MPI_Irecv(values, 4, MPI_INT, 1, 14, MPI_COMM_WORLD, &requests[0]);
  while (!flag) MPI_Testall(1, requests, &flag, statuses);
}

static void receiveMany(void) {
  for (int i = 0; i < 3000; ++i) MPI_Irecv(&values[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD, &requests[i]);
  MPI_Waitall(3000, requests, MPI_STATUSES_IGNORE);
}

static void sendAll(void) {
  MPI_Send(values, 3, MPI_INT, 0, 7, MPI_COMM_WORLD);
  MPI_Send(values, 5, MPI_INT, 0, 8, MPI_COMM_WORLD);
  MPI_Send(values, 2, MPI_INT, 0, 9, MPI_COMM_WORLD);
  for (int i = 1; i <= 3; ++i) MPI_Send(values, i, MPI_INT, 0, 9 + i, MPI_COMM_WORLD);
  MPI_Recv(values, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send(values, 4, MPI_INT, 0, 13, MPI_COMM_WORLD);
  MPI_Send(values, 0, MPI_INT, 0, 14, MPI_COMM_WORLD);
  for (int i = 0; i < 3000; ++i) MPI_Isend(&values[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD, &requests[i]);
  MPI_Waitall(3000, requests, MPI_STATUSES_IGNORE);
}

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    receiveOne();
    cancelOne();
    receiveSeveral();
    receiveMany();
  } else {
    sendAll();
  }
  MPI_Finalize();
  return 0;
}

// CHECK: rank 0: MPI_Recv -> status={1,7,0,12}
// CHECK: rank 0: MPI_Recv -> status={1,8,0,20}
// CHECK: rank 0: MPI_Probe -> status={1,9,0,8}
// CHECK: rank 0: MPI_Improbe -> flag=1 message=0 status={1,9,0,8}
// CHECK: rank 0: MPI_Mrecv -> message=null status={1,9,0,8}
// CHECK: rank 0: MPI_Recv -> status={PROC_NULL,ANY_TAG,0,0}
// CHECK: rank 0: MPI_Wait -> request=null status={{{.*}},0,-2}
// CHECK: rank 0: MPI_Waitall -> array_of_requests=[null,null,null] array_of_statuses={ANY_SOURCE,ANY_TAG,0,0} {1,10,0,4} {1,11,0,8}
// CHECK: rank 0: MPI_Waitsome -> array_of_requests=[null] outcount=1 array_of_indices=[0] array_of_statuses={1,12,0,12}{{$}}
// CHECK: rank 0: MPI_Waitany -> array_of_requests=[null] index=1 status={1,13,0,16}
// CHECK: rank 0: MPI_Testall -> array_of_requests=[null] flag=1 array_of_statuses={1,14,0,0}
// CHECK: rank 0: MPI_Waitall -> {{.*}} array_of_statuses={1,0,0,4} {1,1,0,4} {{.*}} {1,2999,0,4}{{$}}
