// On a terminal a status at the right edge shows calls, findings and time; it is erased before a finding is printed and
// at the end, and the cursor stays where the program has left it. No status when piped.
//
// RUN: rm -rf %t && mkdir %t && %mpicc-mpich -g %s -o %t/app
// RUN: env TERM=xterm NO_COLOR=1 %exits 66 %python %source-root/test/cli/report-formats/Inputs/on-terminal.py 100 %lockstep run -n 2 %t/app > %t/out
// RUN: FileCheck %s --input-file=%t/out
// RUN: %not66 %lockstep run -n 2 %t/app 2>&1 | FileCheck %s --check-prefix=PIPED --implicit-check-not=finding
//
// CHECK: {{.}}7{{.}}[{{[0-9]+}}G{{.}}[Klockstep: {{[0-9]+}} MPI calls, 1 finding, {{[0-9]+}} s{{.}}8
// CHECK: {{.}}7{{.}}[{{[0-9]+}}G{{.}}[K{{.}}8{{.*}}lockstep: 1 error in 2 ranks
// PIPED: lockstep: 1 error in 2 ranks
//
// REQUIRES: mpich
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int rank, x = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Bcast(&x, 1, rank ? MPI_INT : MPI_FLOAT, 0, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);  // what is wrong shows where the ranks are in step again
  sleep(4);
  MPI_Finalize();
  return 0;
}
