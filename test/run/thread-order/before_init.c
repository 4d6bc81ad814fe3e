// Threads and OpenMP regions from before MPI_Init: their later accesses are ordered as well.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 3 --timeout 60 --cflags="-fopenmp -I%S/Inputs" --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=0
// RUN: %mpicc-openmpi -fopenmp -g -I%S/Inputs %s -o %t.openmpi
// RUN: %lockstep run -n 3 --timeout 60 --json %t.json %t.openmpi 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=0
#include <omp.h>
#include <pthread.h>
#include <semaphore.h>

#include "relay.h"

static sem_t toThread;

static void *early(void *unused) {
  sem_wait(&toThread);
  takeSecond(1);
  return unused;
}

int main(int argc, char **argv) {
  pthread_t thread;
  int rank, members = 0;
  sem_init(&toThread, 0, 0);
  pthread_create(&thread, NULL, early, NULL);
#pragma omp parallel num_threads(2) reduction(+ : members)
  members = 1;

#pragma omp parallel num_threads(2)
  {
#pragma omp master
    rank = startMpi(&argc, &argv);
#pragma omp barrier
    if (rank == 0) {
      if (omp_get_thread_num() == 1) takeFirst(0);
#pragma omp barrier
      if (omp_get_thread_num() == 0) takeSecond(0);
    }
  }
  if (rank == 0) {
    takeFirst(1);
    sem_post(&toThread);
    pthread_join(thread, NULL);
  } else {
    serve(rank, 2);
    pthread_detach(thread);
  }
  MPI_Finalize();
  return members == 2 ? 0 : 1;
}

// CHECK-NOT: {{error|warning|note}}:
// CHECK: lockstep: no errors; 3 ranks
