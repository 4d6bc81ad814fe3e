// A correct program keeps its standard streams and its exit status; Lockstep adds one line on stderr and leaves no
// run directory.
// REQUIRES: mpich, openmpi
// RUN: %mpicc-mpich -g %s -o %t.mpich.exe
// RUN: echo hello | %exits 3 %lockstep run -n 2 %t.mpich.exe >%t.out 2>%t.err
// RUN: FileCheck --check-prefix=OUT %s <%t.out
// RUN: test ! -e "$(sed -n 's/^records //p' %t.out)"
// RUN: FileCheck --check-prefix=ERR %s <%t.err
// RUN: %mpicc-openmpi -g %s -o %t.openmpi.exe
// RUN: echo hello | %exits 3 %lockstep run -n 2 %t.openmpi.exe >%t.out 2>%t.err
// RUN: FileCheck --check-prefix=OUT %s <%t.out
// RUN: test ! -e "$(sed -n 's/^records //p' %t.out)"
// RUN: FileCheck --check-prefix=ERR %s <%t.err
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank;
  char line[64] = "";
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    if (!fgets(line, sizeof line, stdin)) return 1;
    printf("read %s", line);
    fprintf(stderr, "to stderr\n");
    printf("records %s\n", getenv("LOCKSTEP_RUN_DIR"));
  }
  MPI_Finalize();
  return 3;
}

// OUT:      read hello
// OUT-NEXT: records /
// OUT-NOT:  lockstep:
// ERR:      to stderr
// ERR:      lockstep: no errors
// ERR-NOT:  error:
