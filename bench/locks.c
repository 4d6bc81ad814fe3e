// The cost of recorded order between threads: a mutex that nobody contends for, while the program has one thread and
// with a second one that does nothing; a mutex that two threads take in turn; a barrier of two; a parallel region of
// two. Prints nanoseconds on rank 0: per pair of lock and unlock, per round of the barrier, per region.
#include <mpi.h>
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t barrier;
static volatile int touched[2];

static double locks(int rounds) {
  const double start = MPI_Wtime();
  for (int i = 0; i < rounds; ++i) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  }
  return (MPI_Wtime() - start) / rounds * 1e9;
}

static void *waitForEnd(void *unused) {
  pthread_barrier_wait(&barrier);
  return unused;
}

static void *lockToo(void *rounds) {
  pthread_barrier_wait(&barrier);
  for (int i = 0; i < *(int *)rounds; ++i) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

static void *barriers(void *rounds) {
  for (int i = 0; i < *(int *)rounds; ++i) pthread_barrier_wait(&barrier);
  return NULL;
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 100000, fewer = rounds / 10, provided;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  pthread_barrier_init(&barrier, NULL, 2);
  printf("alone %.1f\n", locks(rounds));

  pthread_create(&thread, NULL, waitForEnd, NULL);
  printf("uncontended %.1f\n", locks(rounds));
  pthread_barrier_wait(&barrier);
  pthread_join(thread, NULL);

  pthread_create(&thread, NULL, lockToo, &rounds);
  pthread_barrier_wait(&barrier);
  printf("contended %.1f\n", locks(rounds));
  pthread_join(thread, NULL);

  double start = MPI_Wtime();
  pthread_create(&thread, NULL, barriers, &fewer);
  barriers(&fewer);
  pthread_join(thread, NULL);
  printf("barrier %.1f\n", (MPI_Wtime() - start) / fewer * 1e9);

  start = MPI_Wtime();
  for (int i = 0; i < fewer; ++i)
#pragma omp parallel num_threads(2)
    touched[omp_get_thread_num()] = i;
  printf("region %.1f\n", (MPI_Wtime() - start) / fewer * 1e9);
  MPI_Finalize();
  return 0;
}
