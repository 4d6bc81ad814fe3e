// What one thread has received into and freed, another one gets from the heap: its business.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 --cflags=-pthread --json %t.json %s 2>&1
// RUN: %json-has %t.json findings.#=0
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 '--cflags=-pthread -O2' --json %t.json %s 2>&1
// RUN: %json-has %t.json findings.#=0
#include <malloc.h>
#include <mpi.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

static int isFreed;

static void *allocate(void *nothing) {
  while (!__atomic_load_n(&isFreed, __ATOMIC_RELAXED)) sched_yield();
  for (int i = 0; i < 100; ++i) {
    volatile int *own = malloc(5000);
    own[0] = i;
    free((void *)own);
  }
  return nothing;
}

int main(int argc, char **argv) {
  int rank, provided, value = 5;
  mallopt(M_ARENA_MAX, 1); // so that threads share it
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) abort();
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1) {
    MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  } else {
    pthread_t thread;
    pthread_create(&thread, NULL, allocate, NULL);
    int *buffer = malloc(5000);
    MPI_Recv(buffer, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    free(buffer);
    __atomic_store_n(&isFreed, 1, __ATOMIC_RELAXED);
    pthread_join(thread, NULL);
  }
  MPI_Finalize();
}
