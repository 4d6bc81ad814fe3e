// Tasks get into one buffer: if taskwait, depend, a taskgroup, a barrier or a lock orders them, there is no race; if
// only the schedule separates them, there is one. Variables of two tasks on the stack of their thread, or private
// copies, are independent.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --cflags=-fopenmp --json %t.json %s race 2>&1 | FileCheck --check-prefix=RACE %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=rma-race-local
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 --cflags=-fopenmp --json %t.json %s thread 2>&1 | FileCheck --check-prefix=THREAD %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=rma-race-local findings.0.severity=warning
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 --cflags=-fopenmp --json %t.json %s right 2>&1
// RUN: %json-has %t.json findings.#=0
// RUN: rm -rf %t.trace
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 --cflags=-fopenmp --trace %t.trace --json %t.json %s right 2>&1
// RUN: %json-has %t.json findings.#=0
// RUN: %lockstep analyze --json %t.json %t.trace
// RUN: %json-has %t.json findings.#=0
// RUN: %mpicc-openmpi -fopenmp -g %s -o %t.openmpi
// RUN: %not66 %lockstep run -n 2 --timeout 60 --json %t.json %t.openmpi race 2>&1 | FileCheck --check-prefix=RACE %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=rma-race-local
// RUN: %lockstep run -n 2 --timeout 60 --json %t.json %t.openmpi right 2>&1
// RUN: %json-has %t.json findings.#=0
#include <mpi.h>
#include <omp.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

static MPI_Win win;
static _Alignas(16) int memory[4];
static int buffer;
static int first, second;

static void raise(int *flag) { __atomic_store_n(flag, 1, __ATOMIC_RELAXED); }
static void await(int *flag) {
  while (!__atomic_load_n(flag, __ATOMIC_RELAXED)) sched_yield();
}

static void get(int *into) {
  MPI_Get(into, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_flush(1, win);
}

/// Each is run by a thread of its own: the first waits until the second has begun.
static void race(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task
    {
      await(&first);
      get(&buffer);
      raise(&second);
    }
#pragma omp task
    {
      raise(&first);
      await(&second);
      get(&buffer);
    }
  }
}

/// Both are run by one thread, since the other is busy.
static void thread(void) {
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) {
    await(&first);
  } else {
#pragma omp task
    get(&buffer);
#pragma omp task
    get(&buffer);
#pragma omp taskwait
    raise(&first);
  }
}

static void onStack(void) {
  int own;
  get(&own);
}

static void right(void) {
  int copy = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task
    get(&buffer);
#pragma omp taskwait
    get(&buffer);
#pragma omp taskgroup
    {
#pragma omp task
      get(&buffer);
    }
    get(&buffer);
#pragma omp task depend(out : buffer)
    get(&buffer);
#pragma omp task depend(inout : buffer)
    get(&buffer);
#pragma omp taskwait
    for (int i = 0; i < 20; ++i) {
#pragma omp task
      onStack();
#pragma omp task firstprivate(copy)
      get(&copy);
#pragma omp task untied
      {
#pragma omp critical
        get(&buffer);
#pragma omp taskyield
#pragma omp critical
        get(&buffer);
      }
#pragma omp task if (0)
      get(&copy);
    }
  }
#pragma omp parallel num_threads(2)
  {
#pragma omp master
    {
#pragma omp task
      get(&buffer);
    }
#pragma omp barrier
    if (omp_get_thread_num() == 1) get(&buffer);
  }
}

static void detached(void) {
#ifdef __clang__
  omp_event_handle_t event;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task detach(event)
    get(&buffer);
#pragma omp task
    omp_fulfill_event(event);
#pragma omp taskwait
    get(&buffer);
  }
#endif
}

int main(int argc, char **argv) {
  int rank, provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) abort();
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    if (strcmp(argv[1], "race") == 0) race();
    if (strcmp(argv[1], "thread") == 0) thread();
    if (strcmp(argv[1], "right") == 0) {
      right();
      detached();
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}

// RACE: error: {{.*}}[rma-race-local]
// THREAD: warning: {{.*}}nothing orders the two, though one thread ran both this time [rma-race-local]
