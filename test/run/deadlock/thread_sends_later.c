// A thread, a member of a region or a task computes for longer than the grace period of a stuck job, and then sends the
// message that rank 1 waits for.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json --cflags="-fopenmp -pthread" %s thread
// RUN: %json-has %t.json findings.#=0 outcome.status=exited
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json --cflags="-fopenmp -pthread" %s region
// RUN: %json-has %t.json findings.#=0 outcome.status=exited
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json --cflags="-fopenmp -pthread" %s task
// RUN: %json-has %t.json findings.#=0 outcome.status=exited
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json --cflags="-fopenmp -pthread" %s detached
// RUN: %json-has %t.json findings.#=0 outcome.status=exited
// RUN: %mpicc-mpich -fopenmp -pthread -g %s -o %t.mpich
// RUN: %lockstep run -n 2 --timeout 60 --json %t.json %t.mpich region
// RUN: %json-has %t.json findings.#=0 outcome.status=exited
// RUN: %lockstep run -n 2 --timeout 60 --json %t.json %t.mpich task
// RUN: %json-has %t.json findings.#=0 outcome.status=exited
#include <mpi.h>
#include <omp.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

static sem_t sent; /* that the message has come does not say that its send has returned */

static void *sendLater(void *value) {
  const double begin = MPI_Wtime();
  while (MPI_Wtime() - begin < 1.8) {
  }
  MPI_Send(value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
  sem_post(&sent);
  return NULL;
}

static void receive(void) {
  int value = 0;
  MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
  int rank, provided, value = 0;
  pthread_t thread;
  sem_init(&sent, 0, 0);
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) abort();
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1) {
    MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  } else if (strcmp(argv[1], "region") == 0) {
#pragma omp parallel num_threads(3)
    {
#pragma omp barrier
      if (omp_get_thread_num() == 0) receive();
      if (omp_get_thread_num() == 1) sendLater(&value);
#pragma omp barrier
    }
  } else if (strcmp(argv[1], "task") == 0) {
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 0) {
#pragma omp task shared(value)
      sendLater(&value);
      receive();
    }
  } else {
    pthread_create(&thread, NULL, sendLater, &value);
    if (strcmp(argv[1], "detached") == 0) pthread_detach(thread);
    receive();
    if (strcmp(argv[1], "thread") == 0) pthread_join(thread, NULL);
    if (strcmp(argv[1], "detached") == 0) sem_wait(&sent);
  }
  MPI_Finalize();
}
