// MPI is initialized twice, finalized twice, or initialized again; functions that query first are correct.
// RUN: %not66 %check %s -- -DINIT 2>&1 | FileCheck %s --check-prefix=INIT
// RUN: %not66 %check %s -- -DFINALIZE 2>&1 | FileCheck %s --check-prefix=FINALIZE
// RUN: %not66 %check %s -- -DAGAIN 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: %check %s 2>&1 | FileCheck %s --check-prefix=RIGHT
// RIGHT-NOT: {{warning|error}}:
// RIGHT: lockstep: no errors
#include <mpi.h>

static void start(void) {
  int provided;
#ifndef INIT
  int flag;
  MPI_Initialized(&flag);
  if (flag) return;
#endif
  MPI_Init_thread(0, 0, MPI_THREAD_FUNNELED, &provided);
  // INIT: twice.c:[[#@LINE-1]]:3: error: MPI_Init_thread is called although MPI is initialized already [lifecycle]
  // INIT: help: initialize MPI once
}

static void stop(void) {
#ifndef FINALIZE
  int flag;
  MPI_Finalized(&flag);
  if (flag) return;
#endif
  MPI_Finalize();
  // FINALIZE: twice.c:[[#@LINE-1]]:3: error: MPI_Finalize is called after MPI_Finalize [lifecycle]
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  start();
  MPI_Barrier(MPI_COMM_WORLD);
  stop();
  stop();
#ifdef AGAIN
  MPI_Init(&argc, &argv);
  // AGAIN: twice.c:[[#@LINE-1]]:3: error: MPI_Init is called after MPI_Finalize [lifecycle]
#endif
  return 0;
}
