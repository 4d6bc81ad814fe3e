// The neighbors of a communicator with a topology, also of its duplicates, and the arrays of neighborhood collectives.
// REQUIRES: mpich, openmpi
// RUN: rm -rf %t.mpich %t.openmpi
// RUN: %lockstep run -q --mpi mpich -n 4 --trace %t.mpich %s
// RUN: %records %t.mpich | FileCheck %s
// RUN: %lockstep run -q --mpi openmpi -n 4 --trace %t.openmpi %s
// RUN: %records %t.openmpi | FileCheck %s
#include <mpi.h>

static int in[8], out[8];

static void grid(void) {
  int dims[2] = {2, 2}, periods[2] = {0, 1}, counts[4] = {1, 1, 1, 1}, places[4] = {0, 1, 2, 3};
  MPI_Aint bytes[4] = {0, 4, 8, 12};
  MPI_Datatype types[4] = {MPI_INT, MPI_INT, MPI_INT, MPI_INT};
  MPI_Comm comm, dup, late;
  MPI_Request request;
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &comm);
  MPI_Comm_dup(comm, &dup);
  MPI_Comm_idup(comm, &late, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Neighbor_alltoallv(in, counts, places, MPI_INT, out, counts, places, MPI_INT, dup);
  MPI_Neighbor_alltoallw(in, counts, bytes, types, out, counts, bytes, types, comm);
  MPI_Comm_free(&late);
  MPI_Comm_free(&dup);
  MPI_Comm_free(&comm);
}

static void star(void) {
  int ends[4] = {3, 4, 5, 6}, edges[6] = {1, 2, 3, 0, 0, 0};
  MPI_Comm comm;
  MPI_Graph_create(MPI_COMM_WORLD, 4, ends, edges, 0, &comm);
  MPI_Comm_free(&comm);
}

/// Rank 0 sends to all others and receives from the last one.
static void fan(int rank) {
  int others[3] = {1, 2, 3}, root = 0, last = 3, counts[3] = {1, 2, 3}, places[3] = {0, 1, 3};
  MPI_Comm comm;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, rank == 0 ? &last : &root, MPI_UNWEIGHTED,
                                 rank == 0 ? 3 : rank == 3 ? 1 : 0, rank == 0 ? others : &root, MPI_UNWEIGHTED,
                                 MPI_INFO_NULL, 0, &comm);
  if (rank > 0) counts[0] = rank;
  MPI_Neighbor_alltoallv(in, rank == 0 ? counts : places + 1, places, MPI_INT, out,
                         rank == 0 ? places + 1 : counts, places, MPI_INT, comm);
  MPI_Comm_free(&comm);
}

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  grid();
  star();
  fan(rank);
  MPI_Finalize();
  return 0;
}

// CHECK: rank 0: communicator 2 topology=1
// CHECK: rank 0: neighbors comm=2 from [PROC_NULL,2,1,1] to [PROC_NULL,2,1,1]
// CHECK: rank 0: communicator 3 topology=1
// CHECK: rank 0: neighbors comm=3 from [PROC_NULL,2,1,1] to [PROC_NULL,2,1,1]
// CHECK: rank 0: communicator 4 topology=1
// CHECK: rank 0: neighbors comm=4 from [PROC_NULL,2,1,1] to [PROC_NULL,2,1,1]
// CHECK: rank 0: MPI_Neighbor_alltoallv sendbuf=* sendcounts=[1,1,1,1] sdispls=[0,1,2,3] {{.*}} rdispls=[0,1,2,3]
// CHECK: rank 0: MPI_Neighbor_alltoallw sendbuf=* sendcounts=[1,1,1,1] sdispls=[0,4,8,12] sendtypes=[MPI_INT,MPI_INT,MPI_INT,MPI_INT] recvbuf=*
// CHECK: rank 0: communicator 5 topology=2
// CHECK: rank 0: neighbors comm=5 from [1,2,3] to [1,2,3]
// CHECK: rank 0: communicator 6 topology=3
// CHECK: rank 0: neighbors comm=6 from [3] to [1,2,3]
// CHECK: rank 0: MPI_Neighbor_alltoallv sendbuf=* sendcounts=[1,2,3] sdispls=[0,1,3] sendtype=MPI_INT recvbuf=* recvcounts=[1] rdispls=[0]
// CHECK: rank 1: neighbors comm=5 from [0] to [0]
// CHECK: rank 1: neighbors comm=6 from [0] to []
// CHECK: rank 1: MPI_Neighbor_alltoallv sendbuf=* sendcounts=* sdispls=* sendtype=MPI_INT recvbuf=* recvcounts=[1]
