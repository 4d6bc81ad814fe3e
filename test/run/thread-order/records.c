// Which thread events are recorded: none as long as there is one thread, none of MPI's own threads.
// REQUIRES: mpich, openmpi
// RUN: rm -rf %t.mpich %t.openmpi
// RUN: %lockstep run --mpi mpich -n 1 --timeout 60 --cflags=-pthread --trace %t.mpich %s
// RUN: %records %t.mpich order MPI_Barrier | FileCheck %s
// RUN: %lockstep run --mpi openmpi -n 1 --timeout 60 --cflags=-pthread --trace %t.openmpi %s
// RUN: %records %t.openmpi order MPI_Barrier | FileCheck %s
#include <mpi.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t semaphore;

static void lockAndUnlock(void) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
}

static void *thread(void *argument) {
  lockAndUnlock();
  pthread_rwlock_rdlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
  sem_post(&semaphore);
  return argument;
}

int main(int argc, char **argv) {
  int provided;
  pthread_t other;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  sem_init(&semaphore, 0, 0);
  lockAndUnlock();
  pthread_create(&other, NULL, thread, NULL);
  pthread_join(other, NULL);
  sem_wait(&semaphore);
  MPI_Barrier(MPI_COMM_WORLD);
  pthread_rwlock_wrlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
  MPI_Finalize();
  return 0;
}

// CHECK:      rank 0: thread 0 stirs
// CHECK-NEXT: rank 0: thread 0 fork [[START:[0-9]+]]
// CHECK-NEXT: rank 0: thread 1 begin [[START]]
// CHECK-NEXT: rank 0: thread 1 acquires [[MUTEX:[0-9]+]]
// CHECK-NEXT: rank 0: thread 1 releases [[MUTEX]]
// CHECK-NEXT: rank 0: thread 1 acquires [[WRITERS:[0-9]+]]
// CHECK-NEXT: rank 0: thread 1 posts [[READERS:[0-9]+]]
// CHECK-NEXT: rank 0: thread 1 posts [[SEMAPHORE:[0-9]+]]
// CHECK-NEXT: rank 0: thread 1 end [[THREAD:[0-9]+]]
// CHECK-NEXT: rank 0: thread 0 acquires [[THREAD]]
// CHECK-NEXT: rank 0: thread 0 acquires [[SEMAPHORE]]
// CHECK-NEXT: rank 0: MPI_Barrier
// CHECK-NEXT: rank 0: thread 0 rests
// CHECK-NEXT: rank 0: thread 0 stirs
// CHECK-NEXT: rank 0: MPI_Barrier ->
// CHECK-NEXT: rank 0: thread 0 acquires [[WRITERS]]
// CHECK-NEXT: rank 0: thread 0 acquires [[READERS]]
// CHECK-NEXT: rank 0: thread 0 releases [[WRITERS]]
// CHECK-NEXT: rank 0: thread 0 rests
// CHECK-NEXT: rank 0: thread 0 stirs
// CHECK-NOT:  rank 0
