// Threads call one at a time, under a lock, and request just that.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 --cflags=-pthread %s 2>&1 | FileCheck %s
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 --cflags=-pthread %s 2>&1 | FileCheck %s
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t gLock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *other) {
  for (int i = 0; i < 20; ++i) {
    int value = i, done = 0;
    MPI_Request request;
    pthread_mutex_lock(&gLock);
    MPI_Isend(&value, 1, MPI_INT, *(int *)other, 0, MPI_COMM_WORLD, &request);
    pthread_mutex_unlock(&gLock);
    while (!done) {
      pthread_mutex_lock(&gLock);
      MPI_Test(&request, &done, MPI_STATUS_IGNORE);
      pthread_mutex_unlock(&gLock);
    }
  }
  return NULL;
}

int main(int argc, char **argv) {
  int rank, provided, value;
  pthread_t threads[2];
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int other = 1 - rank;
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, work, &other);
  for (int i = 0; i < 40; ++i) {
    int done = 0;
    MPI_Request request;
    pthread_mutex_lock(&gLock);
    MPI_Irecv(&value, 1, MPI_INT, other, 0, MPI_COMM_WORLD, &request);
    pthread_mutex_unlock(&gLock);
    while (!done) {
      pthread_mutex_lock(&gLock);
      MPI_Test(&request, &done, MPI_STATUS_IGNORE);
      pthread_mutex_unlock(&gLock);
    }
  }
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  MPI_Finalize();
  return 0;
}

// CHECK: lockstep: no errors; 2 ranks
