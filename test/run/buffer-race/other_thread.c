// Another thread stores into the buffer of a receive while it runs. Its own memory, and the buffer after the receive,
// are its business.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --cflags=-pthread --json %t.json %s buffer 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=buffer-race
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --cflags=-pthread --json %t.json %s buffer 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=buffer-race
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 --cflags=-pthread --json %t.json %s own 2>&1
// RUN: %json-has %t.json findings.#=0
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int buffer[2];
static int isReceived;

/// Until the message has come: rank 1 sends it when this thread has stored for a while.
static void *touch(void *place) {
  int *own = place;
  const double begin = MPI_Wtime();
  for (int isAskedFor = 0; !__atomic_load_n(&isReceived, __ATOMIC_RELAXED);) {
    *own = 1; // stores here
    if (isAskedFor || MPI_Wtime() - begin < 1) continue;
    MPI_Send(&isAskedFor, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    isAskedFor = 1;
  }
  return NULL;
}

int main(int argc, char **argv) {
  int rank, provided, asked;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) abort();
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1) {
    MPI_Recv(&asked, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&asked, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  } else {
    pthread_t thread;
    pthread_create(&thread, NULL, touch, &buffer[strcmp(argv[1], "own") == 0]);
    MPI_Recv(buffer, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    __atomic_store_n(&isReceived, 1, __ATOMIC_RELAXED);
    pthread_join(thread, NULL);
    buffer[0] = 2;
  }
  MPI_Finalize();
}

// CHECK: other_thread.c:[[@LINE-27]]:{{.*}}error: the store writes to a buffer that MPI_Recv also writes to, and nothing orders the two [buffer-race]
