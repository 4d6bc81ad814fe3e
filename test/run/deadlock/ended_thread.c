// One of two threads has ended without being joined yet: the rank still waits, in the join of the other one.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --cflags=-pthread %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --cflags="-pthread -DFIRST" %s 2>&1 | FileCheck %s
#include <mpi.h>
#include <pthread.h>

static void *leave(void *unused) { return unused; }

static void *receive(void *buffer) {
  // CHECK: error: ranks 0-1 are deadlocked
  // CHECK: the program was stopped in a deadlock
  MPI_Recv(buffer, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return 0;
}

int main(int argc, char **argv) {
  int provided, rank, value = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1) {
    pthread_t receiver, other;
    pthread_create(&receiver, 0, receive, &value);
    pthread_create(&other, 0, leave, 0);
#ifdef FIRST
    pthread_join(other, 0);
    pthread_join(receiver, 0);
#else
    pthread_join(receiver, 0);
    pthread_join(other, 0);
#endif
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
