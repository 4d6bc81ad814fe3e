// A branch on the rank in a group, which differs between ranks; its size does not.
// RUN: %check %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Group group;
  MPI_Init(&argc, &argv);
  MPI_Comm_group(MPI_COMM_WORLD, &group);
  MPI_Group_rank(group, &rank);
  MPI_Group_size(group, &size);
  // CHECK-NOT: group_rank_warning.c:[[@LINE+1]]
  if (size == 4) MPI_Barrier(MPI_COMM_WORLD);
  // CHECK: group_rank_warning.c:[[@LINE+1]]:18: warning: MPI_Barrier might be called by some ranks
  if (rank == 0) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Group_free(&group);
  MPI_Finalize();
  return 0;
}
