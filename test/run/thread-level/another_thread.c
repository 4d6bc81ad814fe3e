// Another thread sends although only the main thread may call MPI.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --cflags=-pthread --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=thread-level
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --cflags=-pthread --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=thread-level
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>

static void *work(void *unused) {
  int value = 1;
  MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  return unused;
}

int main(int argc, char **argv) {
  int rank, value, provided;
  MPI_Init(&argc, &argv);
  MPI_Query_thread(&provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}

// CHECK: another_thread.c:[[#@LINE-20]]:{{.*}} error: MPI_Send is called by another thread than the one that initialized MPI, but the provided thread level is MPI_THREAD_SINGLE [thread-level]
