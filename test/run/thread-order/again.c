// A lock that a thread acquires again adds no order, unless it has done something in between, or another thread has had
// the lock, or a semaphore reuses the memory of a mutex.
// REQUIRES: mpich
// RUN: rm -rf %t.dir
// RUN: %lockstep run --mpi mpich -n 1 --timeout 60 --cflags=-pthread --trace %t.dir %s
// RUN: %records %t.dir order MPI_Comm_size | FileCheck %s
#include <mpi.h>
#include <pthread.h>
#include <semaphore.h>

static union {
  pthread_mutex_t mutex;
  sem_t semaphore;
} place;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;

static void lockAndUnlock(int times) {
  for (int i = 0; i < times; ++i) {
    pthread_mutex_lock(&place.mutex);
    pthread_mutex_lock(&other);
    pthread_mutex_unlock(&other);
    pthread_mutex_unlock(&place.mutex);
  }
}

static void *lockToo(void *argument) {
  pthread_mutex_lock(&other);
  pthread_mutex_unlock(&other);
  return argument;
}

static void *post(void *argument) {
  sem_post(&place.semaphore);
  return argument;
}

static void run(void *(*function)(void *)) {
  pthread_t thread;
  pthread_create(&thread, NULL, function, NULL);
  pthread_join(thread, NULL);
}

int main(int argc, char **argv) {
  int size;
  MPI_Init(&argc, &argv);
  pthread_mutex_init(&place.mutex, NULL);
  run(lockToo);
  lockAndUnlock(5);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  lockAndUnlock(5);
  pthread_mutex_destroy(&place.mutex);
  sem_init(&place.semaphore, 0, 0);
  run(post);
  sem_wait(&place.semaphore);
  MPI_Finalize();
  return 0;
}

// CHECK:      thread 0 fork
// CHECK-NEXT: thread 1 begin
// CHECK-NEXT: thread 1 acquires [[OTHER:[0-9]+]]
// CHECK-NEXT: thread 1 releases [[OTHER]]
// CHECK-NEXT: thread 1 end [[ONE:[0-9]+]]
// CHECK-NEXT: thread 0 acquires [[ONE]]

// CHECK-NEXT: thread 0 acquires [[PLACE:[0-9]+]]
// CHECK-NEXT: thread 0 acquires [[OTHER]]
// CHECK-NEXT: thread 0 releases [[OTHER]]
// CHECK-NEXT: thread 0 releases [[PLACE]]
// CHECK-NEXT: MPI_Comm_size
// CHECK-NEXT: MPI_Comm_size ->
// CHECK-NEXT: thread 0 releases [[OTHER]]
// CHECK-NEXT: thread 0 releases [[PLACE]]

// CHECK-NEXT: thread 0 fork
// CHECK-NEXT: thread 2 begin
// CHECK-NEXT: thread 2 posts [[PLACE]]
// CHECK-NEXT: thread 2 end [[TWO:[0-9]+]]
// CHECK-NEXT: thread 0 acquires [[TWO]]
// CHECK-NEXT: thread 0 acquires [[PLACE]]
// CHECK-NOT:  thread
