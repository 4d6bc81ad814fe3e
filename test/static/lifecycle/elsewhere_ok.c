// MPI is initialized and finalized by other functions, through a function pointer, at the end of the process, or in
// unknown code.
// RUN: %check %s 2>&1 | FileCheck %s --check-prefix=RIGHT
// RUN: %check %s -- -DATEXIT 2>&1 | FileCheck %s --check-prefix=RIGHT
// RUN: %check %s -- -DDIRECT 2>&1 | FileCheck %s --check-prefix=RIGHT
// RUN: %check %s -- -DPOINTER 2>&1 | FileCheck %s --check-prefix=RIGHT
// RUN: %check %s -- -DUNSEEN 2>&1 | FileCheck %s --check-prefix=RIGHT
// RUN: %check %s -- -DUNSEEN_IN_LOOP 2>&1 | FileCheck %s --check-prefix=RIGHT
// RUN: %check %s -- -DATTRIBUTE 2>&1 | FileCheck %s --check-prefix=RIGHT
// RUN: %check %s -- -DTHREAD 2>&1 | FileCheck %s --check-prefix=RIGHT
// RIGHT-NOT: {{warning|error}}:
// RIGHT: lockstep: no errors
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>

void unseen(void);

static void finish(void) { MPI_Finalize(); }
static void (*volatile finisher)(void) = finish;

#ifdef ATTRIBUTE
__attribute__((destructor)) static void atTheEnd(void) { finish(); }
#endif

static void *run(void *unused) {
  finish();
  return unused;
}

int main(int argc, char **argv) {
  int rank = 0;
#ifdef UNSEEN
  unseen();
#elif defined(UNSEEN_IN_LOOP)
  for (int i = 0; i < argc; ++i) unseen();
#else
  MPI_Init(&argc, &argv);
#endif
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#if defined(ATEXIT)
  atexit(finish);
  exit(rank == 1 ? 1 : 0);
#elif defined(DIRECT)
  atexit((void (*)(void))MPI_Finalize);
#elif defined(POINTER)
  finisher();
#elif defined(UNSEEN) || defined(UNSEEN_IN_LOOP)
  unseen();
#elif defined(THREAD)
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
#elif !defined(ATTRIBUTE)
  finish();
#endif
  return 0;
}
