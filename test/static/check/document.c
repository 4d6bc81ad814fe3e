// The JSON document of a check says that nothing was run.
// RUN: %not66 %check --json %t.json %s
// RUN: FileCheck %s < %t.json
// CHECK: "command": "check"
// CHECK: "ranks": 0
// CHECK: "status": "not-run"
// CHECK: "calls": 4
// CHECK: "rule": "coll-mismatch"
// CHECK: "severity": "error"
// CHECK: "role": "call"
// CHECK: "line": 23
// CHECK: "column": 18
// CHECK: "function": "main"
// CHECK: "call": "MPI_Barrier"
// CHECK: "role": "branch"
// CHECK: "confirmed": "static-only"
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
