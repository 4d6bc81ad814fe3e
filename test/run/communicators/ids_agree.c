// Communicators have the same id on all their members, and different communicators have different ids.
// REQUIRES: mpich, openmpi
// RUN: rm -rf %t.mpich %t.openmpi
// RUN: %lockstep run -q --mpi mpich -n 3 --trace %t.mpich %s
// RUN: %calls %t.mpich | grep communicator | FileCheck %s
// RUN: %lockstep run -q --mpi openmpi -n 3 --trace %t.openmpi %s
// RUN: %calls %t.openmpi | grep communicator | FileCheck %s
#include <mpi.h>

static MPI_Comm createGroup(int first, int second, int tag) {
  MPI_Group world, pair;
  MPI_Comm comm;
  int members[2] = {first, second};
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 2, members, &pair);
  MPI_Comm_create_group(MPI_COMM_WORLD, pair, tag, &comm);
  MPI_Group_free(&pair);
  MPI_Group_free(&world);
  return comm;
}

int main(int argc, char **argv) {
  int rank;
  MPI_Comm dup, half, groups[3] = {MPI_COMM_NULL, MPI_COMM_NULL, MPI_COMM_NULL}, inter, merged, late;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_dup(MPI_COMM_WORLD, &dup);
  // Overlapping groups: rank 1 makes two of them, the others one each, in between collectives of all.
  if (rank != 2) groups[0] = createGroup(0, 1, 5);
  if (rank != 0) groups[1] = createGroup(1, 2, 5);
  MPI_Comm_split(dup, rank == 1, 0, &half);
  if (rank != 2) groups[2] = createGroup(0, 1, 5);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank == 1 ? 0 : 1, 9, &inter);
  MPI_Intercomm_merge(inter, rank == 1, &merged);
  MPI_Comm_idup(MPI_COMM_WORLD, &late, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int i = 0; i < 3; ++i)
    if (groups[i] != MPI_COMM_NULL) MPI_Comm_free(&groups[i]);
  MPI_Comm_free(&late);
  MPI_Comm_free(&merged);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&half);
  MPI_Comm_free(&dup);
  MPI_Finalize();
  return 0;
}

// CHECK:      rank 0: communicator 0 {0,1,2}
// CHECK-NEXT: rank 0: communicator 1 {0}
// CHECK-NEXT: rank 0: communicator 2 {0,1,2}
// CHECK-NEXT: rank 0: communicator 3 {0,1}
// CHECK-NEXT: rank 0: communicator 4 {0,2}
// CHECK-NEXT: rank 0: communicator 5 {0,1}
// CHECK-NEXT: rank 0: communicator 6 {0,2}
// CHECK-NEXT: rank 0: communicator 7 {0,2,1}
// CHECK-NEXT: rank 0: communicator 8 {0,1,2}
// CHECK-NEXT: rank 1: communicator 0 {0,1,2}
// CHECK-NEXT: rank 1: communicator 9 {1}
// CHECK-NEXT: rank 1: communicator 2 {0,1,2}
// CHECK-NEXT: rank 1: communicator 3 {0,1}
// CHECK-NEXT: rank 1: communicator 10 {1,2}
// CHECK-NEXT: rank 1: communicator 11 {1}
// CHECK-NEXT: rank 1: communicator 5 {0,1}
// CHECK-NEXT: rank 1: communicator 6 {1}
// CHECK-NEXT: rank 1: communicator 7 {0,2,1}
// CHECK-NEXT: rank 1: communicator 8 {0,1,2}
// CHECK-NEXT: rank 2: communicator 0 {0,1,2}
// CHECK-NEXT: rank 2: communicator 12 {2}
// CHECK-NEXT: rank 2: communicator 2 {0,1,2}
// CHECK-NEXT: rank 2: communicator 10 {1,2}
// CHECK-NEXT: rank 2: communicator 4 {0,2}
// CHECK-NEXT: rank 2: communicator 6 {0,2}
// CHECK-NEXT: rank 2: communicator 7 {0,2,1}
// CHECK-NEXT: rank 2: communicator 8 {0,1,2}
