// Everything that orders two threads in OpenMP: one takes the first message, the other lets the second come. Which
// thread executes a task is forced: the other one waits outside any scheduling point until it runs. Twice, by clang
// with its runtime library and by gcc with its own.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 3 --timeout 60 --cflags="-fopenmp -I%S/Inputs" --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=0
// RUN: %lockstep run --mpi openmpi -n 3 --timeout 60 --cflags="-fopenmp -I%S/Inputs" --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=0
// RUN: %mpicc-mpich -fopenmp -g -I%S/Inputs %s -o %t.mpich
// RUN: %lockstep run -n 3 --timeout 60 --json %t.json %t.mpich 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=0
// RUN: %mpicc-openmpi -fopenmp -g -I%S/Inputs %s -o %t.openmpi
// RUN: %lockstep run -n 3 --timeout 60 --json %t.json %t.openmpi 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=0
#include <omp.h>
#include <sched.h>
#include <stdlib.h>

#include "relay.h"

static int tag;
static int isDone;
static int hasStarted;

static void start(void) { __atomic_store_n(&hasStarted, 1, __ATOMIC_RELAXED); }
static void untilStarted(void) {
  while (!__atomic_load_n(&hasStarted, __ATOMIC_RELAXED)) sched_yield();
}
static void next(void) {
  isDone = hasStarted = 0;
  ++tag;
}

static void forkAndJoin(void) {
  takeFirst(tag);
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) takeSecond(tag);
  next();
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) takeFirst(tag);
  takeSecond(tag);
  next();
}

static void barriers(void) {
#pragma omp parallel num_threads(2)
  {
    const int me = omp_get_thread_num();
    if (me == 1) takeFirst(tag);
#pragma omp barrier
    if (me == 0) takeSecond(tag);
  }
  next();
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(static, 1)
    for (int i = 0; i < 2; ++i)
      if (i == 1) takeFirst(tag);
    if (omp_get_thread_num() == 0) takeSecond(tag);
  }
  next();
#pragma omp parallel num_threads(2)
  {
    int who = -1;
#pragma omp single copyprivate(who)
    {
      who = omp_get_thread_num();
      takeFirst(tag);
    }
    if (who != omp_get_thread_num()) takeSecond(tag);
  }
  next();
}

static void criticals(void) {
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) {
    takeFirst(tag);
#pragma omp critical
    isDone = 1;
  } else {
    for (int seen = 0; !seen; sched_yield())
#pragma omp critical
      seen = isDone;
    takeSecond(tag);
  }
  next();
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) {
    takeFirst(tag);
#pragma omp critical(name)
    isDone = 1;
  } else {
    for (int seen = 0; !seen; sched_yield())
#pragma omp critical(name)
      seen = isDone;
    takeSecond(tag);
  }
  next();
}

static void locks(void) {
  omp_lock_t lock;
  omp_nest_lock_t nest;
  omp_init_lock(&lock);
  omp_init_nest_lock(&nest);
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) {
    takeFirst(tag);
    omp_set_lock(&lock);
    isDone = 1;
    omp_unset_lock(&lock);
  } else {
    for (int seen = 0; !seen; sched_yield()) {
      while (!omp_test_lock(&lock)) sched_yield();
      seen = isDone;
      omp_unset_lock(&lock);
    }
    takeSecond(tag);
  }
  next();
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) {
    takeFirst(tag);
    omp_set_nest_lock(&nest);
    omp_set_nest_lock(&nest);
    isDone = 1;
    omp_unset_nest_lock(&nest);
    omp_unset_nest_lock(&nest);
  } else {
    for (int seen = 0; !seen; sched_yield()) {
      while (!omp_test_nest_lock(&nest)) sched_yield();
      seen = isDone;
      omp_unset_nest_lock(&nest);
    }
    takeSecond(tag);
  }
  next();
  omp_destroy_lock(&lock);
  omp_destroy_nest_lock(&nest);
}

static void orderedLoops(void) {
#pragma omp parallel for ordered schedule(static, 1) num_threads(2)
  for (int i = 0; i < 2; ++i) {
#pragma omp ordered
    if (i == 0)
      takeFirst(tag);
    else
      takeSecond(tag);
  }
  next();
#pragma omp parallel for ordered(1) schedule(static, 1) num_threads(2)
  for (int i = 0; i < 2; ++i) {
    if (i == 0) takeFirst(tag);
#pragma omp ordered depend(sink : i - 1)
    if (i == 1) takeSecond(tag);
#pragma omp ordered depend(source)
  }
  next();
}

/// A thread has nothing to hand over yet when it posts.
static void postedAtOnce(void) {
  takeFirst(tag);
#pragma omp parallel for ordered(1) schedule(static, 1) num_threads(2)
  for (int i = 0; i < 2; ++i) {
#pragma omp ordered depend(source)
    if (i == 1) takeSecond(tag);
  }
  next();
}

static void created(void) {
#pragma omp parallel num_threads(2)
#pragma omp master
  {
    takeFirst(tag);
#pragma omp task
    {
      start();
      takeSecond(tag);
    }
    untilStarted();
  }
  next();
}

static void waitedFor(void) {
#pragma omp parallel num_threads(2)
#pragma omp master
  {
#pragma omp task
    {
      start();
      takeFirst(tag);
    }
    untilStarted();
#pragma omp taskwait
    takeSecond(tag);
  }
  next();
}

/// The taskgroup waits for the child of its task, too.
static void grouped(void) {
#pragma omp parallel num_threads(2)
#pragma omp master
  {
#pragma omp taskgroup
    {
#pragma omp task
      {
#pragma omp task if (0)
        {
          start();
          takeFirst(tag);
        }
      }
      untilStarted();
    }
    takeSecond(tag);
  }
  next();
}

static void dependent(void) {
  int variable = 0, other = 0;
#pragma omp parallel num_threads(2)
#pragma omp master
  {
#pragma omp task depend(out : variable) depend(in : other)
    {
      start();
      takeFirst(tag);
      variable = 1;
    }
    untilStarted();
#pragma omp task depend(in : variable) if (0)
    takeSecond(tag);
  }
  next();
#pragma omp parallel num_threads(2)
#pragma omp master
  {
#pragma omp task depend(in : variable)
    {
      start();
      takeFirst(tag);
      other = variable;
    }
    untilStarted();
#pragma omp task depend(inout : variable) if (0)
    takeSecond(tag);
  }
  next();
}

/// The other thread runs the task when it has arrived at the barrier already.
static void inBarrier(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp master
    {
#pragma omp task
      {
        start();
        takeFirst(tag);
      }
      untilStarted();
    }
#pragma omp barrier
#pragma omp master
    takeSecond(tag);
  }
  next();
#pragma omp parallel num_threads(2)
#pragma omp master
  {
#pragma omp task
    {
      start();
      takeFirst(tag);
    }
    untilStarted();
  }
  takeSecond(tag);
  next();
}

static void taskloops(void) {
#pragma omp parallel num_threads(2)
#pragma omp master
  {
#pragma omp task
    {
#pragma omp taskloop num_tasks(2)
      for (int i = 0; i < 2; ++i)
        if (i == 0) {
          start();
          takeFirst(tag);
        }
    }
    untilStarted();
#pragma omp taskwait
    takeSecond(tag);
  }
  next();
}

enum { kTags = 20 };

int main(int argc, char **argv) {
  const int rank = startMpi(&argc, &argv);
  if (rank == 0) {
    forkAndJoin();
    barriers();
    criticals();
    locks();
    orderedLoops();
    postedAtOnce();
    created();
    waitedFor();
    grouped();
    dependent();
    inBarrier();
    taskloops();
    if (tag != kTags) abort();
  } else {
    serve(rank, kTags);
  }
  MPI_Finalize();
  return 0;
}

// CHECK-NOT: {{error|warning|note}}:
// CHECK: lockstep: no errors; 3 ranks
