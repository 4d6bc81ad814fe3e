// Arrays with one element per member are recorded where they are significant, and not followed elsewhere: their
// addresses lead nowhere then. On an intercommunicator the remote group counts.
// REQUIRES: mpich, openmpi
// RUN: rm -rf %t.mpich %t.openmpi
// RUN: %lockstep run -q --mpi mpich -n 3 --trace %t.mpich %s
// RUN: %records %t.mpich | FileCheck %s
// RUN: %lockstep run -q --mpi openmpi -n 3 --trace %t.openmpi %s
// RUN: %records %t.openmpi | FileCheck %s
#include <mpi.h>

#define NOWHERE ((void *)0x10000)

static int in[16], out[16];
static int ones[3] = {1, 1, 1}, steps[3] = {0, 1, 2}, bytes[3] = {0, 4, 8};

static void gather(int rank) {
  int counts[3] = {1, 2, 3}, places[3] = {0, 4, 8};
  if (rank == 1)
    MPI_Gatherv(in, rank + 1, MPI_INT, out, counts, places, MPI_INT, 1, MPI_COMM_WORLD);
  else
    MPI_Gatherv(in, rank + 1, MPI_INT, NOWHERE, NOWHERE, NOWHERE, MPI_DATATYPE_NULL, 1, MPI_COMM_WORLD);
}

static void exchange(void) {
  MPI_Datatype types[3] = {MPI_INT, MPI_INT, MPI_INT};
  MPI_Alltoallw(MPI_IN_PLACE, NOWHERE, NOWHERE, NOWHERE, out, ones, bytes, types, MPI_COMM_WORLD);
  MPI_Alltoallv(in, ones, steps, MPI_INT, out, ones, steps, MPI_INT, MPI_COMM_WORLD);
  MPI_Reduce_scatter(in, out, ones, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

static void acrossGroups(int rank) {
  MPI_Comm half, inter;
  int counts[2] = {3, 4}, places[2] = {0, 4};
  MPI_Comm_split(MPI_COMM_WORLD, rank == 0, 0, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank == 0 ? 1 : 0, 5, &inter);
  if (rank == 0)
    MPI_Scatterv(in, counts, places, MPI_INT, NOWHERE, 0, MPI_DATATYPE_NULL, MPI_ROOT, inter);
  else
    MPI_Scatterv(NOWHERE, NOWHERE, NOWHERE, MPI_DATATYPE_NULL, out, rank + 2, MPI_INT, 0, inter);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&half);
}

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  gather(rank);
  exchange();
  acrossGroups(rank);
  MPI_Finalize();
  return 0;
}

// CHECK: rank 0: MPI_Gatherv sendbuf=* sendcount=1 sendtype=MPI_INT recvbuf=* recvcounts=* displs=* recvtype=null root=1
// CHECK: rank 0: MPI_Alltoallw sendbuf=IN_PLACE sendcounts=* sdispls=* sendtypes=* recvbuf=* recvcounts=[1,1,1] rdispls=[0,4,8] recvtypes=[MPI_INT,MPI_INT,MPI_INT]
// CHECK: rank 0: MPI_Alltoallv sendbuf=* sendcounts=[1,1,1] sdispls=[0,1,2] sendtype=MPI_INT recvbuf=* recvcounts=[1,1,1] rdispls=[0,1,2]
// CHECK: rank 0: MPI_Reduce_scatter sendbuf=* recvbuf=* recvcounts=[1,1,1]
// CHECK: rank 0: MPI_Scatterv sendbuf=* sendcounts=[3,4] displs=[0,4] sendtype=MPI_INT recvbuf=* recvcount=0 recvtype=null root=ROOT
// CHECK: rank 1: MPI_Gatherv sendbuf=* sendcount=2 sendtype=MPI_INT recvbuf=* recvcounts=[1,2,3] displs=[0,4,8] recvtype=MPI_INT root=1
// CHECK: rank 1: MPI_Scatterv sendbuf=* sendcounts=* displs=* sendtype=null recvbuf=* recvcount=3 recvtype=MPI_INT root=0
