// The text and the document name what is beyond the limits of the static rules.
// RUN: %check --json %t.json %s -- -DLARGE 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: %json-has %t.json coverage.collectivesNotJudged.#=1 coverage.collectivesNotJudged.0=main
// LARGE: but not judged: main behind line 27 (more than 48 paths), main (too large to compare the ranks' collectives); 
// RUN: %check --json %t.json %s -- -DPATHS 2>&1 | FileCheck %s --check-prefix=PATHS
// RUN: %json-has %t.json coverage.notAllPaths.#=1 coverage.notAllPaths.0=main
// PATHS: but not judged: main behind line 25 (more than 48 paths); 
// RUN: %check --json %t.json %s 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: FileCheck %s --check-prefix=NONE < %t.json
// SMALL-NOT: not judged
// SMALL: lockstep: no errors
// NONE-NOT: notAllPaths
// NONE-NOT: collectivesNotJudged
#include <mpi.h>

#define CHOICE \
  if (argv[argc - ++n]) MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
#define EIGHT(x) x x x x x x x x

int main(int argc, char **argv) {
  int n = 0, value = 0, rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef PATHS
  EIGHT(CHOICE)
#elif defined LARGE
  EIGHT(EIGHT(EIGHT(EIGHT(CHOICE))))
#else
  CHOICE
#endif
  MPI_Finalize();
  return rank;
}
