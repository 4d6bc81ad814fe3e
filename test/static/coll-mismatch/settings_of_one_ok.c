// One rank calls a function with different arguments, for which it calls no collective.
// RUN: %check %s -- -DZERO 2>&1 | FileCheck %s
// RUN: %check %s -- -DCLEARED 2>&1 | FileCheck %s
// RUN: %check %s -- -DCOPIED 2>&1 | FileCheck %s
// CHECK-NOT: coll-
// CHECK: lockstep: no errors
#include <mpi.h>
#include <stdio.h>
#include <string.h>

struct Settings {
  char name[16];
  int isVerbose, inStep;
};

static struct Settings common = {"run", 1, 1};

static void show(const struct Settings *settings) {
  if (settings->isVerbose) puts(settings->name);
  if (settings->inStep) MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc > 1 && !strcmp(argv[1], "-q")) common.isVerbose = 0;
  show(&common);
  if (rank == 0) {
#if defined(ZERO)
    struct Settings own = {0};
#elif defined(CLEARED)
    struct Settings own;
    memset(&own, 0, sizeof own);
#else
    struct Settings own = common;
    own.inStep = 0;
#endif
    show(&own);
  }
  MPI_Finalize();
  return 0;
}
