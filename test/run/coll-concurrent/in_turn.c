// Two threads call collectives on one communicator one after the other, ordered by a thread barrier or separated by a
// mutex. The mutex leaves their order undetermined: a note.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 --cflags=-pthread --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-multithreaded findings.0.severity=note
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 --cflags=-pthread --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=coll-multithreaded findings.0.severity=note
#include <mpi.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *second) {
  if (!second) MPI_Barrier(MPI_COMM_WORLD);
  pthread_barrier_wait(&barrier);
  if (second) MPI_Barrier(MPI_COMM_WORLD);
  pthread_barrier_wait(&barrier);
  pthread_mutex_lock(&mutex);
  MPI_Barrier(MPI_COMM_WORLD);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(int argc, char **argv) {
  int provided, second = 1;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&thread, NULL, run, &second);
  run(NULL);
  pthread_join(thread, NULL);
  MPI_Finalize();
  return 0;
}

// CHECK-NOT: {{error|warning|note}}:
// CHECK: lockstep: no errors; 2 ranks
