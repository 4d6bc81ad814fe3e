// Two threads start receives into one request variable. A relaxed atomic makes one come long after the other without
// order; with acquire and release it is correct.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --cflags=-pthread --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.0.rule=handle-race
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 '--cflags=-pthread -O2' %s 2>&1 | FileCheck %s
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 '--cflags=-pthread -DSTORE=__ATOMIC_RELEASE -DLOAD=__ATOMIC_ACQUIRE' %s 2>&1 | FileCheck --check-prefix=RIGHT %s
// RIGHT-NOT: {{error|warning}}:
// CHECK: request_variable.c:[[@LINE+20]]:{{[0-9]+}}: error: two threads are given the same request variable, both in MPI_Irecv, and nothing orders the calls [handle-race]
// CHECK: help: give each thread a request of its own
// CHECK-NOT: {{error|warning}}:
#include <mpi.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

#ifndef STORE
#define STORE __ATOMIC_RELAXED
#define LOAD __ATOMIC_RELAXED
#endif

static MPI_Request request;
static int turn;

static void *receive(void *number) {
  const int me = *(int *)number;
  int value;
  while (__atomic_load_n(&turn, LOAD) != me) sched_yield();
  MPI_Irecv(&value, 1, MPI_INT, 1, me, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  __atomic_store_n(&turn, me + 1, STORE);
  return NULL;
}

int main(int argc, char **argv) {
  int rank, provided, numbers[2] = {0, 1};
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) abort();
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    pthread_t threads[2];
    for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, receive, &numbers[i]);
    for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  } else {
    for (int i = 0; i < 2; ++i) MPI_Send(&numbers[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
