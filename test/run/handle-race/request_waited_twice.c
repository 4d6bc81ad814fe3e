// Two threads complete one request. Relaxed atomics make one come long before the other, which then finds a null
// request, without order; with acquire and release it is correct.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --cflags=-pthread --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.0.rule=handle-race
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 '--cflags=-pthread -DFIRST' --json %t.json %s 2>&1 | FileCheck %s
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 '--cflags=-pthread -DSTORE=__ATOMIC_RELEASE -DLOAD=__ATOMIC_ACQUIRE' %s 2>&1 | FileCheck --check-prefix=RIGHT %s
// RIGHT-NOT: handle-race
#include <mpi.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

#ifndef STORE
#define STORE __ATOMIC_RELAXED
#define LOAD __ATOMIC_RELAXED
#endif

static MPI_Request request;
static int isDone;

static void await(void) {
  while (!__atomic_load_n(&isDone, LOAD)) sched_yield();
}

static void *complete(void *unused) {
#ifndef FIRST
  await();
#endif
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  __atomic_store_n(&isDone, 1, STORE);
  return unused;
}

int main(int argc, char **argv) {
  int rank, provided, value = 0, flag = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) abort();
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    pthread_t thread;
    MPI_Irecv(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);
    pthread_create(&thread, NULL, complete, NULL);
#ifdef FIRST
    await();
#endif
    while (!flag) MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    __atomic_store_n(&isDone, 1, STORE);
    pthread_join(thread, NULL);
  } else {
    MPI_Send(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}

// CHECK: error: two threads are given the same request, in MPI_{{Test and MPI_Wait|Wait and MPI_Test}}, and nothing orders the calls [handle-race]
