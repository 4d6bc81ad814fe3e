// Without errors found, the status of `run` is the program's own; stdout belongs to the program alone.
// REQUIRES: mpich
// RUN: %mpicc-mpich -g %s -o %t
// RUN: %lockstep run -n 2 %t 0 2>%t.err | FileCheck %s --check-prefix=OUT --match-full-lines --implicit-check-not='{{.+}}'
// RUN: FileCheck %s --check-prefix=ERR --implicit-check-not='{{.+}}' --match-full-lines < %t.err
// RUN: %lockstep run -q -n 2 %t 0 2>&1 | FileCheck %s --check-prefix=OUT --match-full-lines --implicit-check-not='{{.+}}'
// RUN: %exits 3 %lockstep run -n 2 --json %t.json %t 3
// RUN: FileCheck %s --check-prefix=THREE < %t.json
// RUN: %exits 139 %lockstep run -n 2 --json %t.json %t late-crash
// RUN: FileCheck %s --check-prefix=CRASH < %t.json
// RUN: %not66 %lockstep run -n 2 --json %t.json %t crash
// RUN: FileCheck %s --check-prefix=CRASH < %t.json
// RUN: %exits 9 %lockstep run -n 2 --error-exitcode 9 %t crash
// RUN: %exits 5 %lockstep run -n 2 --json %t.json %t abort
// RUN: FileCheck %s --check-prefix=ABORT < %t.json
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) puts("hello");
  fflush(stdout);
  if (strcmp(argv[1], "crash") == 0) raise(SIGSEGV);
  if (strcmp(argv[1], "abort") == 0) MPI_Abort(MPI_COMM_WORLD, 5);
  MPI_Finalize();
  if (strcmp(argv[1], "late-crash") == 0) raise(SIGSEGV);
  return atoi(argv[1]);
}
// OUT: hello
// ERR: lockstep: no errors; 2 ranks, {{[1-9][0-9]*}} MPI calls seen
// THREE: "outcome": {
// THREE-NEXT: "status": "exited",
// THREE-NEXT: "code": 3
// CRASH: "outcome": {
// CRASH-NEXT: "status": "signalled",
// CRASH-NEXT: "code": 11
// ABORT: "outcome": {
// ABORT-NEXT: "status": "aborted",
// ABORT-NEXT: "code": 5
