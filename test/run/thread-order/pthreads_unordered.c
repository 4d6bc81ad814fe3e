// Two unordered threads, although both lock: different mutexes, a semaphore without a waiter.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 3 --timeout 60 --cflags="-pthread -I%S/Inputs" --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=message-race
// RUN: %lockstep run --mpi openmpi -n 3 --timeout 60 --cflags="-pthread -I%S/Inputs" --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=message-race
#include <pthread.h>
#include <semaphore.h>

#include "relay.h"

static pthread_mutex_t mutexes[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static sem_t semaphore;

static void *first(void *unused) {
  pthread_mutex_lock(&mutexes[0]);
  takeFirst(0);
  pthread_mutex_unlock(&mutexes[0]);
  sem_post(&semaphore);
  return unused;
}

static void *second(void *unused) {
  pthread_mutex_lock(&mutexes[1]);
  takeSecond(0);
  pthread_mutex_unlock(&mutexes[1]);
  return unused;
}

int main(int argc, char **argv) {
  const int rank = startMpi(&argc, &argv);
  if (rank == 0) {
    pthread_t threads[2];
    sem_init(&semaphore, 0, 0);
    pthread_create(&threads[0], NULL, first, NULL);
    pthread_create(&threads[1], NULL, second, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
  } else {
    serve(rank, 1);
  }
  MPI_Finalize();
  return 0;
}

// CHECK: warning: {{.*}} [message-race]
