// The values of small one-sided operations: origin and compare values are recorded before the call, fetched values
// before the end of the call that completes the operation, request or not. Large ones have none.
// REQUIRES: mpich, openmpi
// RUN: rm -rf %t.mpich %t.openmpi
// RUN: %lockstep run -q --mpi mpich -n 2 --trace %t.mpich %s
// RUN: %records %t.mpich value MPI_Put MPI_Get MPI_Accumulate MPI_Fetch_and_op MPI_Compare_and_swap MPI_Win_flush MPI_Win_flush_local_all MPI_Win_unlock_all MPI_Rget MPI_Wait MPI_Barrier | FileCheck %s
// RUN: %lockstep run -q --mpi openmpi -n 2 --trace %t.openmpi %s
// RUN: %records %t.openmpi value MPI_Put MPI_Get MPI_Accumulate MPI_Fetch_and_op MPI_Compare_and_swap MPI_Win_flush MPI_Win_flush_local_all MPI_Win_unlock_all MPI_Rget MPI_Wait MPI_Barrier | FileCheck %s
#include <mpi.h>
#include <stddef.h>

static _Alignas(16) int memory[100], big[100];

int main(int argc, char **argv) {
  int rank, one = 11, two = 22, result = -1, other = -1, third = -1;
  MPI_Win window;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Win_lock_all(0, window);
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
    MPI_Win_flush(1, window);
    MPI_Put(big, 5, MPI_INT, 1, 50, 5, MPI_INT, window);
    MPI_Accumulate(&two, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, window);
    MPI_Win_flush(1, window);
    MPI_Fetch_and_op(NULL, &result, MPI_INT, 1, 0, MPI_NO_OP, window);
    MPI_Get(&other, 1, MPI_INT, 0, 1, 1, MPI_INT, window);
    MPI_Win_flush(1, window);
    MPI_Win_flush_local_all(window);
    MPI_Compare_and_swap(&one, &result, &third, MPI_INT, 1, 0, window);
    MPI_Win_unlock_all(window);
    MPI_Win_lock_all(0, window);
    MPI_Rget(&other, 1, MPI_INT, 1, 0, 1, MPI_INT, window, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(window);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}

// CHECK: rank 0: value given 4 bytes: 11
// CHECK-NEXT: rank 0: MPI_Put
// CHECK-NEXT: rank 0: MPI_Put ->
// CHECK-NEXT: rank 0: MPI_Win_flush
// CHECK-NEXT: rank 0: MPI_Win_flush ->
// CHECK-NEXT: rank 0: MPI_Put
// CHECK-NEXT: rank 0: MPI_Put ->
// CHECK-NEXT: rank 0: value given 4 bytes: 22
// CHECK-NEXT: rank 0: MPI_Accumulate
// CHECK: rank 0: MPI_Win_flush ->
// CHECK-NEXT: rank 0: MPI_Fetch_and_op
// CHECK-NEXT: rank 0: MPI_Fetch_and_op ->
// CHECK-NEXT: rank 0: MPI_Get
// CHECK-NEXT: rank 0: MPI_Get ->
// CHECK-NEXT: rank 0: MPI_Win_flush
// CHECK-NEXT: rank 0: value fetched 4 bytes: 33
// CHECK-NEXT: rank 0: MPI_Win_flush ->
// CHECK-NEXT: rank 0: MPI_Win_flush_local_all
// CHECK-NEXT: rank 0: value fetched 4 bytes: 0
// CHECK-NEXT: rank 0: MPI_Win_flush_local_all ->
// CHECK-NEXT: rank 0: value given 4 bytes: 11
// CHECK-NEXT: rank 0: value compared 4 bytes: 33
// CHECK-NEXT: rank 0: MPI_Compare_and_swap
// CHECK-NEXT: rank 0: MPI_Compare_and_swap ->
// CHECK-NEXT: rank 0: MPI_Win_unlock_all
// CHECK-NEXT: rank 0: value fetched 4 bytes: 33
// CHECK-NEXT: rank 0: MPI_Win_unlock_all ->
// CHECK-NEXT: rank 0: MPI_Rget
// CHECK-NEXT: rank 0: MPI_Rget ->
// CHECK-NEXT: rank 0: MPI_Wait
// CHECK-NEXT: rank 0: value fetched 4 bytes: 11
// CHECK-NEXT: rank 0: MPI_Wait ->
