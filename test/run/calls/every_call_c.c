// Every call of a C program is recorded once, with its line; the library's own inner calls are not.
// REQUIRES: mpich, openmpi
// RUN: rm -rf %t.mpich %t.openmpi
// RUN: %mpicc-mpich -g %s -o %t.mpich.exe
// RUN: %lockstep run -q -n 2 --trace %t.mpich %t.mpich.exe
// RUN: %calls %t.mpich | grep -v communicator | FileCheck %s
// RUN: %mpicc-openmpi -g %s -o %t.openmpi.exe
// RUN: %lockstep run -q -n 2 --trace %t.openmpi %t.openmpi.exe
// RUN: %calls %t.openmpi | grep -v communicator | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size, value = 1, sum;
  MPI_Comm half;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0)
    MPI_Send(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
  else if (rank == 1)
    MPI_Recv(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Comm_free(&half);
  MPI_Finalize();
  return 0;
}

// CHECK:      rank 0: MPI_Init every_call_c.c:[[@LINE-14]]
// CHECK-NEXT: rank 0: MPI_Comm_rank every_call_c.c:[[@LINE-14]]
// CHECK-NEXT: rank 0: MPI_Comm_size every_call_c.c:[[@LINE-14]]
// CHECK-NEXT: rank 0: MPI_Comm_split every_call_c.c:[[@LINE-14]]
// CHECK-NEXT: rank 0: MPI_Allreduce every_call_c.c:[[@LINE-14]]
// CHECK-NEXT: rank 0: MPI_Send every_call_c.c:[[@LINE-13]]
// CHECK-NEXT: rank 0: MPI_Comm_free every_call_c.c:[[@LINE-11]]
// CHECK-NEXT: rank 0: MPI_Finalize every_call_c.c:[[@LINE-11]]
// CHECK-NEXT: rank 1: MPI_Init every_call_c.c:[[@LINE-22]]
// CHECK-NEXT: rank 1: MPI_Comm_rank
// CHECK-NEXT: rank 1: MPI_Comm_size
// CHECK-NEXT: rank 1: MPI_Comm_split
// CHECK-NEXT: rank 1: MPI_Allreduce
// CHECK-NEXT: rank 1: MPI_Recv every_call_c.c:[[@LINE-19]]
// CHECK-NEXT: rank 1: MPI_Comm_free
// CHECK-NEXT: rank 1: MPI_Finalize
// CHECK-NOT:  rank
