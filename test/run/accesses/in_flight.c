// Buffers are watched from the call that passes them to MPI until the call that completes the operation has returned:
// nonblocking, persistent and one-sided ones. A page is not checked any more once nothing on it is watched.
// REQUIRES: mpich, openmpi
// RUN: rm -rf %t.mpich %t.openmpi
// RUN: %mpicc-mpich -g %s %hooks -o %t.m
// RUN: %not66 %lockstep run -q -n 2 --trace %t.mpich %t.m
// RUN: %records %t.mpich access MPI_Barrier | FileCheck %s
// RUN: %mpicc-openmpi -g %s %hooks -o %t.o
// RUN: %not66 %lockstep run -q -n 2 --trace %t.openmpi %t.o
// RUN: %records %t.openmpi access MPI_Barrier | FileCheck %s
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "Inputs/hooks.h"

static int rank, failed;
static _Alignas(4096) int buffer[1024];
static _Alignas(4096) int large[1 << 20];
static _Alignas(4096) int windowed[1024];
static _Alignas(4096) int counts[1024];

static void expect(int watched, const void *address, int line) {
  if (isMarked(address) == watched) return;
  fprintf(stderr, "line %d: expected %d\n", line, watched);
  failed = 1;
}
#define WATCHED(address) expect(1, address, __LINE__)
#define FREE(address) expect(0, address, __LINE__)

static void requests(void) {
  MPI_Request request[2];
  int other = 1 - rank, flag = 0, index;
  FREE(buffer);
  MPI_Isend(&buffer[10], 4, MPI_INT, other, 0, MPI_COMM_WORLD, &request[0]);
  WATCHED(buffer);
  lockstepStore(&buffer[9], 4);
  lockstepStore(&buffer[13], 4);
  lockstepStore(&buffer[14], 4);
  MPI_Irecv(&buffer[100], 4, MPI_INT, other, 0, MPI_COMM_WORLD, &request[1]);
  MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  FREE(buffer);
  MPI_Irecv(&large[5], 1 << 19, MPI_INT, other, 1, MPI_COMM_WORLD, &request[1]);
  WATCHED(&large[1 << 19]);
  FREE(&large[(1 << 19) + 2048]);
  MPI_Isend(buffer, 1024, MPI_INT, other, 1, MPI_COMM_WORLD, &request[0]);
  MPI_Wait(&request[0], MPI_STATUS_IGNORE);
  while (!flag) MPI_Testany(1, &request[1], &index, &flag, MPI_STATUS_IGNORE);
  FREE(&large[1 << 19]);
  MPI_Isend(buffer, 4, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &request[0]);
  FREE(buffer);
  MPI_Wait(&request[0], MPI_STATUS_IGNORE);
}

static void persistent(void) {
  MPI_Request request[2];
  int other = 1 - rank;
  MPI_Send_init(buffer, 4, MPI_INT, other, 2, MPI_COMM_WORLD, &request[0]);
  MPI_Recv_init(large, 4, MPI_INT, other, 2, MPI_COMM_WORLD, &request[1]);
  for (int round = 0; round < 2; ++round) {
    FREE(buffer);
    FREE(large);
    MPI_Startall(2, request);
    WATCHED(buffer);
    WATCHED(large);
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  }
  FREE(large);
  MPI_Request_free(&request[0]);
  MPI_Request_free(&request[1]);
}

static void collectives(void) {
  MPI_Request request;
  counts[0] = counts[1] = 1;
  counts[2] = 0;
  counts[3] = 500;
  MPI_Ialltoallv(buffer, counts, counts + 2, MPI_INT, large, counts, counts + 2, MPI_INT, MPI_COMM_WORLD, &request);
  WATCHED(counts);
  WATCHED(buffer);
  lockstepLoad(&large[500], 4);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  FREE(counts);
  MPI_Igather(buffer, 1, MPI_INT, large, 1, MPI_INT, 1, MPI_COMM_WORLD, &request);
  expect(rank == 1, large, __LINE__);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void oneSided(void) {
  MPI_Win window;
  MPI_Request request;
  int other = 1 - rank;
  MPI_Win_create(windowed, sizeof windowed, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  WATCHED(windowed);
  MPI_Win_lock_all(0, window);
  MPI_Put(buffer, 1, MPI_INT, other, 0, 1, MPI_INT, window);
  WATCHED(buffer);
  MPI_Get(large, 1, MPI_INT, rank, 1, 1, MPI_INT, window);
  MPI_Win_flush_local(other, window);
  FREE(buffer);
  WATCHED(large);
  MPI_Win_flush_all(window);
  FREE(large);
  MPI_Rget(large, 1, MPI_INT, other, 1, 1, MPI_INT, window, &request);
  WATCHED(large);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  FREE(large);
  MPI_Put(buffer, 1, MPI_INT, other, 0, 1, MPI_INT, window);
  MPI_Win_unlock_all(window);
  FREE(buffer);
  MPI_Win_fence(0, window);
  MPI_Fetch_and_op(NULL, large, MPI_INT, other, 3, MPI_NO_OP, window);
  WATCHED(large);
  MPI_Win_fence(0, window);
  FREE(large);
  MPI_Win_free(&window);
  FREE(windowed);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_attach(window, windowed, 400);
  WATCHED(windowed);
  MPI_Win_detach(window, windowed);
  FREE(windowed);
  MPI_Win_free(&window);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  requests();
  MPI_Barrier(MPI_COMM_WORLD);
  persistent();
  MPI_Barrier(MPI_COMM_WORLD);
  collectives();
  MPI_Barrier(MPI_COMM_WORLD);
  oneSided();
  MPI_Finalize();
  return failed;
}

// CHECK-NOT: access
// CHECK: rank 0: access site=0 store 4 bytes at buffer 0 + 12{{$}}
// CHECK-NOT: access
// CHECK: rank 0: MPI_Barrier ->
// CHECK: rank 0: MPI_Barrier ->
// CHECK: access site=1 load 4 bytes
// CHECK-NOT: access
// CHECK: rank 1
