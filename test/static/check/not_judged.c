// What was not judged is said behind "no errors": the place and the reason, in text, JSON and SARIF.
// REQUIRES: mpich
// RUN: %check --json %t.json --sarif %t.sarif %s -- -DLOOP 2>&1 | FileCheck %s --check-prefix=LOOP
// RUN: %json-has %t.json coverage.notJudged.#=1 coverage.notJudged.0.function=main coverage.notJudged.0.line=32 "coverage.notJudged.0.reason=loop left after 2 rounds"
// RUN: FileCheck %s --check-prefix=SARIF < %t.sarif
// LOOP: lockstep: no errors, but not judged: main behind line 32 (loop left after 2 rounds); 4 MPI calls
// SARIF: not judged: main behind line 32: loop left after 2 rounds
// SARIF: "startLine": 32
// RUN: %check -v %s -- -DLOOP 2>&1 | FileCheck %s --check-prefix=LIST
// LIST: lockstep: not judged: {{.*}}not_judged.c: main behind line 32: loop left after 2 rounds
// LIST: lockstep: no errors, but not judged: 1 place; 4 MPI calls
// RUN: %check --json %t.json %s -- -DUNSEEN 2>&1 | FileCheck %s --check-prefix=UNSEEN
// RUN: %json-has %t.json coverage.notJudged.#=1 coverage.notJudged.0.line=36
// UNSEEN: lockstep: no errors, but not judged: main behind line 36 (calls setUp, which is not among the sources)
// RUN: %check --json %t.json %s -- -DRANK=20 2>&1 | FileCheck %s --check-prefix=SIZE
// SIZE: lockstep: no errors, but not judged: numbers of ranks above 16 not tried; 4 MPI calls
// RUN: %check --json %t.json %s -- -DRANK=12 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: %check --json %t.json %s 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: FileCheck %s --check-prefix=NONE < %t.json
// ALL: lockstep: no errors; {{[34]}} MPI calls
// NONE-NOT: notJudged
#include <mpi.h>
#include <stdio.h>

void setUp(void);

int main(int argc, char **argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef LOOP
  while (argv[argc])
    MPI_Barrier(MPI_COMM_WORLD);
#endif
#ifdef UNSEEN
  setUp();
#endif
#ifdef RANK
  if (rank == RANK) {
    int length;
    char name[MPI_MAX_PROCESSOR_NAME];
    MPI_Get_processor_name(name, &length);
  }
#endif
  MPI_Finalize();
  return 0;
}
