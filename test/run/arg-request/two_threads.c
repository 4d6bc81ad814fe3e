// Two threads wait for one request. The message comes a while after the second of them is about to.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --cflags=-pthread %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --cflags=-pthread %s 2>&1 | FileCheck %s
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

static MPI_Request gRequest;
static atomic_int gArrived;

static void *waitForIt(void *unused) {
  int go = 0;
  if (++gArrived == 2) MPI_Send(&go, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
  MPI_Wait(&gRequest, MPI_STATUS_IGNORE);
  MPI_Abort(MPI_COMM_WORLD, 1); /* what the other thread does now is anybody's guess */
  return unused;
}

int main(int argc, char **argv) {
  int rank, provided, value = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    pthread_t threads[2];
    MPI_Irecv(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &gRequest);
    for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, waitForIt, NULL);
    for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    usleep(500000); /* nothing tells that a thread is inside its wait */
    MPI_Send(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}

// CHECK: two_threads.c:[[#@LINE-23]]:{{.*}} error: two threads complete the same request at once, in MPI_Wait and MPI_Wait [arg-request]
