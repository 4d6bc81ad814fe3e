// Every thread of rank 0 is inside a receive, waits for such a thread at a region's barrier, or joins one: no thread
// can release rank 1.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --cflags="-fopenmp -pthread" --json %t.json %s join 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=deadlock outcome.status=deadlock
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --cflags="-fopenmp -pthread" --json %t.json %s both 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=deadlock outcome.status=deadlock
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --cflags="-fopenmp -pthread" --json %t.json %s region 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=deadlock outcome.status=deadlock
// RUN: %mpicc-openmpi -fopenmp -pthread -g %s -o %t.openmpi
// RUN: %not66 %lockstep run -n 2 --timeout 60 --json %t.json %t.openmpi region 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=deadlock outcome.status=deadlock
#include <mpi.h>
#include <omp.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void *receive(void *value) {
  MPI_Recv(value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return NULL;
}

static void *nothing(void *unused) { return unused; }

int main(int argc, char **argv) {
  int rank, provided, value = 0, other = 0;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) abort();
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1) {
    MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (strcmp(argv[1], "region") == 0) {
#pragma omp parallel num_threads(2)
    {
#pragma omp barrier
      if (omp_get_thread_num() == 0) receive(&value);
    }
  } else {
    pthread_create(&thread, NULL, nothing, NULL);
    pthread_join(thread, NULL);
    pthread_create(&thread, NULL, receive, &value);
    if (strcmp(argv[1], "both") == 0) receive(&other);
    pthread_join(thread, NULL);
  }
  MPI_Finalize();
}

// CHECK: error: ranks 0-1 are deadlocked: rank 0 waits in MPI_Recv for rank 1, rank 1 waits in MPI_Recv for rank 0 [deadlock]
