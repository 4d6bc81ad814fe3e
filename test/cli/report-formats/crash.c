// A program that dies still leaves its SARIF file, and a JUnit test that fails.
// REQUIRES: mpich
// RUN: %mpicc-mpich -g %s -o %t
// RUN: rm -f %t.sarif %t.json
// RUN: %not66 %lockstep run -n 2 --json %t.json --sarif %t.sarif %t
// RUN: %python %S/Inputs/validate.py %S/sarif-requirements.schema.json %t.sarif
// RUN: %json-has %t.sarif runs.0.properties.outcome.status=signalled runs.0.results.0.ruleId=lifecycle 'runs.0.invocations.0.toolExecutionNotifications.0.message.text~killed by signal 11'
// RUN: %lockstep report %t.json --format junit | FileCheck %s
#include <mpi.h>
#include <signal.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1) raise(SIGSEGV);
  MPI_Finalize();
  return 0;
}
// CHECK: <testsuite name="{{.*}}crash.c.tmp" tests="{{[2-9]}}" failures="{{[1-9]}}" errors="1">
// CHECK: <failure type="lifecycle"
// CHECK: <error type="signalled" message="the program was killed by signal 11"/>
