// Threads that call MPI one at a time need only MPI_THREAD_SERIALIZED, whatever makes them wait.
// RUN: %check %s -- -fopenmp 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %check %s -- -fopenmp -DUNLOCKED 2>&1 | FileCheck %s --check-prefix=BEHIND
// RUN: %check %s -- -fopenmp -DCOUNTED 2>&1 | FileCheck %s --check-prefix=BEHIND
// OK-NOT: warning:
// OK: lockstep: no errors
// BEHIND: warning: MPI_Send needs MPI_THREAD_MULTIPLE, but the program requests MPI_THREAD_SERIALIZED
#include <mpi.h>
#include <omp.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static omp_lock_t lock;
static omp_nest_lock_t nestLock;
static int spin, count;
static double sum;

static void send(int value) { MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD); }
static void enterMpi(void) { pthread_mutex_lock(&mutex); }
static void leaveMpi(void) { pthread_mutex_unlock(&mutex); }

int main(int argc, char **argv) {
  int provided, winner = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
  if (provided < MPI_THREAD_SERIALIZED) MPI_Abort(MPI_COMM_WORLD, 1);
  omp_init_lock(&lock);
  omp_init_nest_lock(&nestLock);
#pragma omp parallel for ordered schedule(dynamic)
  for (int i = 0; i < 8; ++i) {
#pragma omp ordered
    {
      send(i);
      MPI_Barrier(MPI_COMM_WORLD);
    }
  }
#pragma omp parallel
  for (int i = 0; i < 8; ++i) {
    omp_set_lock(&lock);
    send(i);
    if (i == argc) {
      omp_unset_lock(&lock);
      continue;
    }
    omp_unset_lock(&lock);
#ifdef UNLOCKED
    send(i);
#endif
  }
#pragma omp parallel
  {
    omp_set_nest_lock(&nestLock);
    send(1);
    omp_unset_nest_lock(&nestLock);
#pragma omp barrier
    enterMpi();
    send(2);
    leaveMpi();
  }
#pragma omp parallel
  {
#pragma omp atomic
    sum += 1;
#pragma omp atomic
    ++count;
#ifdef COUNTED
    send(1);
#endif
    while (!omp_test_lock(&lock)) {
    }
    send(1);
    omp_unset_lock(&lock);
    while (__sync_lock_test_and_set(&spin, 1)) {
    }
    send(2);
    __sync_lock_release(&spin);
#pragma omp barrier
    int mine;
#pragma omp atomic capture
    mine = winner++;
    if (mine == 0) {
      send(3);
      MPI_Barrier(MPI_COMM_WORLD);
    }
  }
#pragma omp parallel sections
  {
#pragma omp section
#pragma omp critical
    send(4);
#pragma omp section
#pragma omp critical
    send(5);
  }
  omp_destroy_lock(&lock);
  omp_destroy_nest_lock(&nestLock);
  MPI_Finalize();
  return 0;
}
