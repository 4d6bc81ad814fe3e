// The counts of a nonblocking collective are changed before it is complete, even if nothing else reads them again.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json --cflags=-O2 %s 2>&1 | FileCheck %s
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 --cflags=-DBEHIND %s 2>&1 | FileCheck %s --check-prefix=RIGHT
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int from[2] = {1, 2}, to[2];
  MPI_Request request;
  MPI_Init(&argc, &argv);
  int *counts = malloc(2 * sizeof(int)), *places = malloc(2 * sizeof(int));
  for (int i = 0; i < 2; ++i) counts[i] = 1, places[i] = i;
  MPI_Ialltoallv(from, counts, places, MPI_INT, to, counts, places, MPI_INT, MPI_COMM_WORLD, &request);
#ifndef BEHIND
  counts[1] = 0;
#endif
  MPI_Wait(&request, MPI_STATUS_IGNORE);
#ifdef BEHIND
  counts[1] = 0;
#endif
  free(counts);
  free(places);
  MPI_Finalize();
  return 0;
}

// CHECK: counts_of_ialltoallv.c:[[#@LINE-12]]:{{.*}} error: {{.*}}MPI_Ialltoallv{{.*}} [buffer-race]
// RIGHT: lockstep: no errors
