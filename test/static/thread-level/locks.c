// Which lock is held: released locks, readers of a lock, and locks that do not exclude each other.
// RUN: %check %s -- -fopenmp -DHANDED_OVER 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %check %s -- -fopenmp -DWRITERS 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %check %s -- -fopenmp -DREAD_INSIDE 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %check %s -- -fopenmp -DONE_NAME 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %check %s -- -fopenmp -DOUTER_LOCK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %check %s -- -fopenmp -DLOCKS_OF_AN_ARRAY 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %check %s -- -fopenmp -DBARRIER 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %check %s -- -fopenmp -DONE_OF_TWO 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: warning:
// OK: lockstep: no errors
// RUN: %check %s -- -fopenmp -DREADERS 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: %check %s -- -fopenmp -DOTHER_GIVEN_BACK 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: %check %s -- -fopenmp -DTWO_NAMES 2>&1 | FileCheck %s --check-prefixes=WRONG,BOTH
// RUN: %check %s -- -fopenmp -DTWO_LOCKS 2>&1 | FileCheck %s --check-prefixes=WRONG,BOTH
// RUN: %check %s -- -fopenmp -DBESIDE_SINGLE 2>&1 | FileCheck %s --check-prefixes=WRONG,BOTH
// RUN: %check %s -- -fopenmp -DSECTIONS 2>&1 | FileCheck %s --check-prefixes=WRONG,BOTH
// WRONG: warning: MPI_Send needs MPI_THREAD_MULTIPLE, but the program requests MPI_THREAD_SERIALIZED
// BOTH: while another may call this
#include <mpi.h>
#include <omp.h>
#include <pthread.h>
#include <semaphore.h>

static omp_lock_t first, second, many[8];
static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t ready;

#define SEND MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD)

static inline void setBoth(void) {
  omp_set_lock(&first);
  omp_set_lock(&second);
}
static inline void unsetBoth(void) {
  omp_unset_lock(&second);
  omp_unset_lock(&first);
}

int main(int argc, char **argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
  if (provided < MPI_THREAD_SERIALIZED) MPI_Abort(MPI_COMM_WORLD, 1);
#pragma omp parallel
  {
    int value = 1;
#if defined(ONE_OF_TWO)
    if (omp_get_thread_num() == 0) {
      setBoth();
      SEND;
      unsetBoth();
    } else {
      omp_set_lock(&first);
      SEND;
      omp_unset_lock(&first);
    }
#elif defined(HANDED_OVER)
    omp_set_lock(&first);
    sem_post(&ready);
    SEND;
    omp_unset_lock(&first);
#elif defined(WRITERS)
    pthread_rwlock_wrlock(&shared);
    SEND;
    pthread_rwlock_unlock(&shared);
#elif defined(READ_INSIDE)
    pthread_mutex_lock(&mutex);
    pthread_rwlock_rdlock(&shared);
    SEND;
    pthread_rwlock_unlock(&shared);
    SEND;
    pthread_mutex_unlock(&mutex);
#elif defined(ONE_NAME)
#pragma omp critical(a)
    SEND;
#pragma omp critical(a)
    SEND;
#elif defined(OUTER_LOCK)
    omp_set_lock(&first);
#pragma omp critical(a)
    SEND;
#pragma omp critical(b)
    SEND;
    omp_unset_lock(&first);
#elif defined(LOCKS_OF_AN_ARRAY)
    omp_set_lock(&many[argc % 8]);
    SEND;
    omp_unset_lock(&many[argc % 8]);
    omp_set_lock(&first);
    SEND;
    omp_unset_lock(&first);
#elif defined(BARRIER)
#pragma omp critical(a)
    SEND;
#pragma omp barrier
#pragma omp critical(b)
    SEND;
#elif defined(READERS)
    pthread_rwlock_rdlock(&shared);
    SEND;
    pthread_rwlock_unlock(&shared);
#elif defined(OTHER_GIVEN_BACK)
    omp_set_lock(&first);
    pthread_rwlock_rdlock(&shared);
    omp_unset_lock(&first);
    SEND;
    pthread_rwlock_unlock(&shared);
#elif defined(TWO_NAMES)
#pragma omp critical(a)
    SEND;
#pragma omp critical(b)
    SEND;
#elif defined(TWO_LOCKS)
    omp_set_lock(&first);
    SEND;
    omp_unset_lock(&first);
    omp_set_lock(&second);
    SEND;
    omp_unset_lock(&second);
#elif defined(BESIDE_SINGLE)
#pragma omp critical(a)
    SEND;
#pragma omp single
    SEND;
#elif defined(SECTIONS)
#pragma omp sections
    {
#pragma omp section
#pragma omp critical(a)
      SEND;
#pragma omp section
#pragma omp critical(b)
      SEND;
    }
#endif
  }
  MPI_Finalize();
  return 0;
}
