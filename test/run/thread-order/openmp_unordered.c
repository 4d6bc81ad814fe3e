// Two unordered threads, or a thread and the task that it created: critical sections of two names, a dependence on
// another variable, no taskwait. The order by the end of a region comes too late.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 3 --timeout 60 --cflags="-fopenmp -I%S/Inputs" --json %t.json %s threads 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=message-race
// RUN: %lockstep run --mpi openmpi -n 3 --timeout 60 --cflags="-fopenmp -I%S/Inputs" --json %t.json %s task 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=message-race
// RUN: %lockstep run --mpi mpich -n 3 --timeout 60 --cflags="-fopenmp -I%S/Inputs" --json %t.json %s depend 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=message-race
// RUN: %lockstep run --mpi mpich -n 3 --timeout 60 --cflags="-fopenmp -I%S/Inputs" --json %t.json %s region 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=message-race
// RUN: %mpicc-mpich -fopenmp -g -I%S/Inputs %s -o %t.mpich
// RUN: %lockstep run -n 3 --timeout 60 --json %t.json %t.mpich threads 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=message-race
// RUN: %lockstep run -n 3 --timeout 60 --json %t.json %t.mpich task 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=message-race
// RUN: %lockstep run -n 3 --timeout 60 --json %t.json %t.mpich region 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=message-race
#include <omp.h>
#include <sched.h>
#include <string.h>

#include "relay.h"

static int hasStarted;
static void start(void) { __atomic_store_n(&hasStarted, 1, __ATOMIC_RELAXED); }
static void untilStarted(void) {
  while (!__atomic_load_n(&hasStarted, __ATOMIC_RELAXED)) sched_yield();
}

static void threads(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp barrier
    if (omp_get_thread_num() == 1) {
#pragma omp critical(one)
      takeFirst(0);
    } else {
#pragma omp critical(other)
      takeSecond(0);
    }
  }
}

/// The one may be through before the other has begun.
static void region(void) {
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 0)
    takeFirst(0);
  else
    takeSecond(0);
}

static void task(void) {
#pragma omp parallel num_threads(2)
#pragma omp master
  {
#pragma omp task
    {
      start();
      takeFirst(0);
    }
    untilStarted();
    takeSecond(0);
#pragma omp taskwait
  }
}

static void depend(void) {
  int one = 0, other = 0;
#pragma omp parallel num_threads(2)
#pragma omp master
  {
#pragma omp task depend(out : one)
    {
      start();
      takeFirst(0);
      one = 1;
    }
    untilStarted();
#pragma omp task depend(in : other) if (0)
    {
      takeSecond(0);
      other = 1;
    }
  }
}

int main(int argc, char **argv) {
  const int rank = startMpi(&argc, &argv);
  if (rank == 0) {
    if (strcmp(argv[1], "threads") == 0) threads();
    if (strcmp(argv[1], "region") == 0) region();
    if (strcmp(argv[1], "task") == 0) task();
    if (strcmp(argv[1], "depend") == 0) depend();
  } else {
    serve(rank, 1);
  }
  MPI_Finalize();
  return 0;
}

// CHECK: warning: {{.*}} [message-race]
