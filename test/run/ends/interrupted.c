// Ctrl-C ends the job with a report, and no process remains.
// REQUIRES: mpich, openmpi
// RUN: %mpicc-mpich -g %s -o %t.mpich.exe
// RUN: %python %source-root/test/tools/interrupt.py group 2 %t.json %lockstep run -n 2 --json %t.json %t.mpich.exe
// RUN: %json-has %t.json outcome.status=signalled outcome.code=2 findings.#=0
// RUN: %mpicc-openmpi -g %s -o %t.openmpi.exe
// RUN: %python %source-root/test/tools/interrupt.py group 2 %t.json %lockstep run -n 2 --json %t.json %t.openmpi.exe
// RUN: %json-has %t.json outcome.status=signalled outcome.code=2 findings.#=0
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  puts("started");
  fflush(stdout);
  for (;;) pause();
}
