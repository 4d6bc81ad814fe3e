// Heap memory is freed while operations use it: a send, a receive that realloc moves, a persistent send, the counts of
// a collective, a block with several messages (one finding). Freeing it after the completion is correct.
// REQUIRES: mpich, openmpi
// RUN: for mpi in mpich openmpi; do %not66 %lockstep run --mpi $mpi -n 2 --timeout 60 --cflags=-DEARLY %s 2>&1 | FileCheck %s || exit 1; done
// RUN: for mpi in mpich openmpi; do %lockstep run --mpi $mpi -n 2 --timeout 60 --cflags=-O2 %s 2>&1 | FileCheck %s --check-prefix=RIGHT || exit 1; done
// RIGHT: lockstep: no errors
#include <mpi.h>
#include <stdlib.h>

enum { kCount = 1000 };

static int gRank, gOther;

static int *numbers(int count) {
  int *all = malloc((size_t)count * sizeof *all);
  for (int i = 0; i < count; ++i) all[i] = i;
  return all;
}

static void receive(int tag) {
  int in[2 * kCount];
  MPI_Recv(in, 2 * kCount, MPI_INT, gOther, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void send(void) {
  MPI_Request request, empty;
  int *out = numbers(kCount), *other = numbers(kCount);
  MPI_Issend(out, kCount, MPI_INT, gOther, 1, MPI_COMM_WORLD, &request);
  MPI_Isend(other, 0, MPI_INT, gOther, 2, MPI_COMM_WORLD, &empty);
  free(other);
#ifdef EARLY
  // CHECK-DAG: freed.c:[[@LINE+1]]:{{.*}}error: memory is freed while a pending MPI_Issend still uses it [buffer-race]
  free(out);
  out = numbers(kCount);
#endif
  receive(1);
  receive(2);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Wait(&empty, MPI_STATUS_IGNORE);
  free(out);
}

static void persistent(void) {
  MPI_Request request;
  int *out = numbers(kCount);
  MPI_Send_init(out, kCount, MPI_INT, gOther, 3, MPI_COMM_WORLD, &request);
  MPI_Start(&request);
  receive(3);
#ifdef EARLY
  // CHECK-DAG: freed.c:[[@LINE+1]]:{{.*}}error: memory is freed while a pending MPI_Send_init still uses it [buffer-race]
  free(out);
#endif
  MPI_Wait(&request, MPI_STATUS_IGNORE);
#ifndef EARLY
  free(out);
#endif
  MPI_Request_free(&request);
}

static void collective(void) {
  MPI_Request request;
  int *block = numbers(16), *counts = block + 8, *displacements = numbers(2), in[2], out[2] = {1, 2};
  counts[0] = counts[1] = 1;
  MPI_Ialltoallv(out, counts, displacements, MPI_INT, in, counts, displacements, MPI_INT, MPI_COMM_WORLD, &request);
#ifdef EARLY
  // CHECK-DAG: freed.c:[[@LINE+1]]:{{.*}}error: memory is freed while a pending MPI_Ialltoallv still uses it [buffer-race]
  free(block);
#endif
  MPI_Wait(&request, MPI_STATUS_IGNORE);
#ifndef EARLY
  free(block);
#endif
  free(displacements);
}

static void halves(void) {
  MPI_Request requests[2];
  int *out = numbers(2 * kCount);
  MPI_Issend(out, kCount, MPI_INT, gOther, 4, MPI_COMM_WORLD, &requests[0]);
  MPI_Issend(out + kCount, kCount, MPI_INT, gOther, 5, MPI_COMM_WORLD, &requests[1]);
#ifdef EARLY
  // CHECK-DAG: freed.c:[[@LINE+1]]:{{.*}}error: memory is freed while a pending MPI_Issend still uses it [buffer-race]
  out = realloc(out, 64 * kCount * sizeof *out);
#endif
  receive(4);
  receive(5);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  free(out);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &gRank);
  gOther = 1 - gRank;
  send();
  persistent();
  collective();
  halves();
  MPI_Finalize();
  return 0;
}
// CHECK: lockstep: 4 errors
