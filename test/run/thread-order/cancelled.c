// A thread that is canceled in a wait on a condition variable: not earlier than without the recorder, with its mutex
// locked again, and ordered after the previous holder.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 3 --timeout 60 --cflags="-pthread -I%S/Inputs" --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=0
// RUN: %lockstep run --mpi openmpi -n 3 --timeout 60 --cflags="-pthread -I%S/Inputs" --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=0
#include <pthread.h>
#include <stdlib.h>

#include "relay.h"

enum { kTags = 20 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_cond_t started = PTHREAD_COND_INITIALIZER;
static int isWaiting, tag;

static void unlock(void *unused) {
  takeSecond(tag);
  pthread_mutex_unlock(&mutex);
}

static void *waitInVain(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(unlock, NULL);
  isWaiting = 1;
  pthread_cond_signal(&started);
  for (;;) pthread_cond_wait(&condition, &mutex);
  pthread_cleanup_pop(1);
  return unused;
}

/// It has its end ahead before it has done anything.
static void *lockOnly(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(int argc, char **argv) {
  const int rank = startMpi(&argc, &argv);
  for (tag = 0; rank == 0 && tag < kTags; ++tag) {
    pthread_t thread;
    void *result;
    pthread_create(&thread, NULL, lockOnly, NULL);
    pthread_cancel(thread);
    pthread_join(thread, &result);

    isWaiting = 0;
    pthread_create(&thread, NULL, waitInVain, NULL);
    pthread_mutex_lock(&mutex);
    while (!isWaiting) pthread_cond_wait(&started, &mutex);
    takeFirst(tag);
    pthread_cancel(thread);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, &result);
    if (result != PTHREAD_CANCELED) abort();
  }
  if (rank > 0) serve(rank, kTags);
  MPI_Finalize();
  return 0;
}

// CHECK-NOT: {{error|warning|note}}:
// CHECK: lockstep: no errors; 3 ranks
