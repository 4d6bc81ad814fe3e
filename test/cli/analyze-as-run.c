// `analyze` ends like the run, and reports where the ranks were when it was ended.
// REQUIRES: mpich, openmpi
// RUN: rm -rf %t && mkdir -p %t
// RUN: %mpicc-mpich -g %s -o %t/mpich
// RUN: %mpicc-openmpi -g %s -o %t/openmpi
//
// Both at once: the limit leaves even a busy machine time to start the ranks.
// RUN: (%exits 124 %lockstep run -n 2 --timeout 8 --trace %t/timeout2 %t/openmpi forever 2> %t/run2.txt & other=$!; %exits 124 %lockstep run -n 2 --timeout 8 --trace %t/timeout %t/mpich forever 2> %t/run.txt && wait $other)
// RUN: %exits 124 %lockstep analyze --json %t/timeout.json %t/timeout 2> %t/analyze.txt
// RUN: FileCheck %s --check-prefix=ROLL < %t/run.txt
// RUN: FileCheck %s --check-prefix=ROLL < %t/analyze.txt
// RUN: %json-has %t/timeout.json outcome.status=timeout findings.#=0
// ROLL: lockstep: ended after 8 s (--timeout); the ranks were
// ROLL-NEXT: {{^}}  rank 0: in MPI_Recv for {{[0-9]+}} s, waiting for rank 1 ({{.*}}analyze-as-run.c:[[@LINE+29]])
// ROLL-NEXT: {{^}}  rank 1: outside MPI, after MPI_Comm_rank for {{[0-9]+}} s ({{.*}}analyze-as-run.c:[[@LINE+26]])
// ROLL-NEXT: lockstep: no errors; {{.*}}; the program was stopped at the time limit
//
// The paths in it are shortened like all others; -q leaves it out.
// RUN: %exits 124 %lockstep analyze --strip-path-prefix %S %t/timeout 2>&1 | FileCheck %s --check-prefix=SHORT
// SHORT: s (analyze-as-run.c:{{[0-9]+}})
// RUN: %exits 124 %lockstep analyze -q %t/timeout 2>&1 | count 0
//
// RUN: FileCheck %s --check-prefix=ROLL < %t/run2.txt
// RUN: %exits 124 %lockstep analyze %t/timeout2 2>&1 | FileCheck %s --check-prefix=ROLL
//
// RUN: %exits 3 %lockstep run -n 2 --trace %t/three %t/mpich 3
// RUN: %exits 3 %lockstep analyze %t/three
// RUN: %exits 5 %lockstep run -n 2 --trace %t/abort %t/mpich abort
// RUN: %exits 5 %lockstep analyze %t/abort
// RUN: %exits 0 %lockstep run -n 2 --trace %t/zero %t/mpich 0
// RUN: %exits 0 %lockstep analyze %t/zero 2>&1 | FileCheck %s --check-prefix=ZERO --match-full-lines --implicit-check-not='{{.+}}'
// ZERO: lockstep: no errors; 2 ranks, {{[0-9]+}} MPI calls seen
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int rank, value;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int isForever = strcmp(argv[1], "forever") == 0;
  if (isForever && rank == 0) MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (volatile int forever = isForever; forever;) sleep(1);
  if (strcmp(argv[1], "abort") == 0) MPI_Abort(MPI_COMM_WORLD, 5);
  MPI_Finalize();
  return atoi(argv[1]);
}
