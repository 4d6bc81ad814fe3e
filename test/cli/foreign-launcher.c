// A launch line of the user's own, on both MPIs: the ranks are recorded without a change to its words.
// REQUIRES: mpich, openmpi
// RUN: %mpicc-mpich -g %s -o %t.mpich
// RUN: %mpicc-openmpi -g %s -o %t.openmpi
// RUN: %lockstep run --json %t.json -- mpiexec.mpich -n 2 -env WORD x %t.mpich -n 7
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: %lockstep run --json %t.json -- mpiexec.openmpi --oversubscribe -n 2 -x WORD %t.openmpi -n 7
// RUN: FileCheck %s --check-prefix=JSON < %t.json
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return argc == 3 ? 0 : 1;
}
// JSON: "program": "mpiexec.{{mpich|openmpi}} {{.*}} -n 7",
// JSON-NEXT: "ranks": 2,
// JSON: "status": "exited",
// JSON-NEXT: "code": 0
// JSON: "calls": {{[1-9]}}
