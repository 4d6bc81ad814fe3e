// A thread stores to the buffer of a receive, long before it or long after it, but unordered: an error whichever came
// first. Relaxed atomics force the order of this run without a happens-before edge. With acquire and release, and after
// the join, there is one.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --cflags=-pthread --json %t.json %s first global 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=buffer-race
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 '--cflags=-pthread -O2' --json %t.json %s last heap 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=buffer-race
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --cflags=-pthread --json %t.json %s first heap 2>&1 | FileCheck %s
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 '--cflags=-pthread -O2' --json %t.json %s first stack 2>&1 | FileCheck %s
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 '--cflags=-pthread -DSTORE=__ATOMIC_RELEASE -DLOAD=__ATOMIC_ACQUIRE' --json %t.json %s last global 2>&1
// RUN: %json-has %t.json findings.#=0
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 '--cflags=-pthread -DSTORE=__ATOMIC_RELEASE -DLOAD=__ATOMIC_ACQUIRE' --json %t.json %s first stack 2>&1
// RUN: %json-has %t.json findings.#=0
#include <mpi.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#ifndef STORE
#define STORE __ATOMIC_RELAXED
#define LOAD __ATOMIC_RELAXED
#endif

static int global[4];
static int isFirst, mayStore, hasStored;

static void await(int *flag) {
  while (!__atomic_load_n(flag, LOAD)) sched_yield();
}

static void *touch(void *place) {
  if (!isFirst) await(&mayStore);
  *(int *)place = 1; // stores here
  __atomic_store_n(&hasStored, 1, STORE);
  return NULL;
}

int main(int argc, char **argv) {
  int rank, provided, stack[4], value = 5;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) abort();
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  isFirst = strcmp(argv[1], "first") == 0;
  int *heap = malloc(sizeof stack);
  int *buffer = strcmp(argv[2], "global") == 0 ? global : strcmp(argv[2], "heap") == 0 ? heap : stack;
  if (rank == 1) {
    MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  } else {
    pthread_t thread;
    pthread_create(&thread, NULL, touch, buffer);
    if (isFirst) await(&hasStored);
    MPI_Recv(buffer, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    __atomic_store_n(&mayStore, 1, STORE);
    pthread_join(thread, NULL);
    buffer[0] = 2;
  }
  free(heap);
  MPI_Finalize();
}

// CHECK: threads_unordered.c:[[@LINE-28]]:{{.*}}error: the store writes to a buffer that MPI_Recv also writes to, and nothing orders the two [buffer-race]
