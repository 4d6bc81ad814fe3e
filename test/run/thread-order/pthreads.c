// Everything that orders two threads in pthreads: one takes the first message, the other lets the second come.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 3 --timeout 60 --cflags="-pthread -I%S/Inputs" --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=0
// RUN: %lockstep run --mpi openmpi -n 3 --timeout 60 --cflags="-pthread -I%S/Inputs" --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=0
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdlib.h>
#include <time.h>

#include "relay.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_barrier_t barrier;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t semaphore;
static int isDone;
static int tag;

static struct timespec inAMinute(void) {
  struct timespec limit;
  clock_gettime(CLOCK_REALTIME, &limit);
  limit.tv_sec += 60;
  return limit;
}

static void takeFirstOfTag(void) { takeFirst(tag); }

static void finish(void) {
  takeFirst(tag);
  isDone = 1;
}

static void *mutexFirst(void *unused) {
  takeFirst(tag);
  pthread_mutex_lock(&mutex);
  isDone = 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}
static void *mutexSecond(void *unused) {
  for (int seen = 0; !seen; sched_yield()) {
    while (pthread_mutex_trylock(&mutex) != 0) sched_yield();
    seen = isDone;
    pthread_mutex_unlock(&mutex);
  }
  takeSecond(tag);
  return unused;
}
static void *timedSecond(void *unused) {
  for (int seen = 0; !seen; sched_yield()) {
    const struct timespec limit = inAMinute();
    if (pthread_mutex_timedlock(&mutex, &limit) != 0) abort();
    seen = isDone;
    pthread_mutex_unlock(&mutex);
  }
  takeSecond(tag);
  return unused;
}

static void *conditionFirst(void *unused) {
  takeFirst(tag);
  pthread_mutex_lock(&mutex);
  isDone = 1;
  pthread_cond_broadcast(&condition);
  pthread_mutex_unlock(&mutex);
  return unused;
}
static void *conditionSecond(void *unused) {
  pthread_mutex_lock(&mutex);
  while (!isDone) pthread_cond_wait(&condition, &mutex);
  takeSecond(tag);
  pthread_mutex_unlock(&mutex);
  return unused;
}
static void *timedConditionSecond(void *unused) {
  const struct timespec limit = inAMinute();
  pthread_mutex_lock(&mutex);
  while (!isDone) pthread_cond_timedwait(&condition, &mutex, &limit);
  takeSecond(tag);
  pthread_mutex_unlock(&mutex);
  return unused;
}

/// The first writes, the second reads.
static void *writeFirst(void *unused) {
  takeFirst(tag);
  pthread_rwlock_wrlock(&rwlock);
  isDone = 1;
  pthread_rwlock_unlock(&rwlock);
  return unused;
}
static void *readSecond(void *unused) {
  for (int seen = 0; !seen; sched_yield()) {
    pthread_rwlock_rdlock(&rwlock);
    seen = isDone;
    pthread_rwlock_unlock(&rwlock);
  }
  takeSecond(tag);
  return unused;
}

/// The first holds the lock for reading when it tells the second to write.
static void *readFirst(void *unused) {
  pthread_rwlock_rdlock(&rwlock);
  __atomic_store_n(&isDone, 1, __ATOMIC_RELAXED);
  takeFirst(tag);
  pthread_rwlock_unlock(&rwlock);
  return unused;
}
static void *writeSecond(void *unused) {
  while (!__atomic_load_n(&isDone, __ATOMIC_RELAXED)) sched_yield();
  pthread_rwlock_wrlock(&rwlock);
  takeSecond(tag);
  pthread_rwlock_unlock(&rwlock);
  return unused;
}

static void *spinFirst(void *unused) {
  takeFirst(tag);
  pthread_spin_lock(&spin);
  isDone = 1;
  pthread_spin_unlock(&spin);
  return unused;
}
static void *spinSecond(void *unused) {
  for (int seen = 0; !seen; sched_yield()) {
    pthread_spin_lock(&spin);
    seen = isDone;
    pthread_spin_unlock(&spin);
  }
  takeSecond(tag);
  return unused;
}

static void *barrierFirst(void *unused) {
  pthread_barrier_wait(&barrier);
  takeFirst(tag);
  pthread_barrier_wait(&barrier);
  return unused;
}
static void *barrierSecond(void *unused) {
  pthread_barrier_wait(&barrier);
  pthread_barrier_wait(&barrier);
  takeSecond(tag);
  return unused;
}

/// Another thread posts as well, so that its post may be the last before the second thread's first wait.
static void *postOnly(void *unused) {
  sem_post(&semaphore);
  return unused;
}
static void *semaphoreFirst(void *unused) {
  pthread_t other;
  takeFirst(tag);
  sem_post(&semaphore);
  pthread_create(&other, NULL, postOnly, NULL);
  pthread_detach(other);
  return unused;
}
static void *semaphoreSecond(void *unused) {
  const struct timespec limit = inAMinute();
  sem_wait(&semaphore);
  sem_timedwait(&semaphore, &limit);
  takeSecond(tag);
  return unused;
}

static void *onceEither(void *unused) {
  pthread_once(&once, finish);
  return unused;
}
static void *onceSecond(void *unused) {
  pthread_once(&once, finish);
  takeSecond(tag);
  return unused;
}

static void *exitFirst(void *unused) {
  takeFirst(tag);
  pthread_exit(unused);
}
static void *joinSecond(void *thread) {
  pthread_join(*(pthread_t *)thread, NULL);
  takeSecond(tag);
  return NULL;
}

static void *createSecond(void *unused) {
  takeSecond(tag);
  return unused;
}

static void run(void *(*first)(void *), void *(*second)(void *)) {
  pthread_t threads[2];
  isDone = 0;
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, second, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  ++tag;
}

static void runJoined(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, exitFirst, NULL);
  pthread_create(&threads[1], NULL, joinSecond, &threads[0]);
  pthread_join(threads[1], NULL);
  ++tag;
}

static void runCreated(void) {
  pthread_t thread;
  takeFirstOfTag();
  pthread_create(&thread, NULL, createSecond, NULL);
  pthread_join(thread, NULL);
  ++tag;
}

enum { kTags = 12 };

int main(int argc, char **argv) {
  const int rank = startMpi(&argc, &argv);
  if (rank == 0) {
    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    pthread_barrier_init(&barrier, NULL, 2);
    sem_init(&semaphore, 0, 0);
    run(mutexFirst, mutexSecond);
    run(mutexFirst, timedSecond);
    run(conditionFirst, conditionSecond);
    run(conditionFirst, timedConditionSecond);
    run(writeFirst, readSecond);
    run(readFirst, writeSecond);
    run(spinFirst, spinSecond);
    run(barrierFirst, barrierSecond);
    run(semaphoreFirst, semaphoreSecond);
    run(onceEither, onceSecond);
    runJoined();
    runCreated();
    if (tag != kTags) abort();
  } else {
    serve(rank, kTags);
  }
  MPI_Finalize();
  return 0;
}

// CHECK-NOT: {{error|warning|note}}:
// CHECK: lockstep: no errors; 3 ranks
