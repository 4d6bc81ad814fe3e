// A part of a program: whether the caller is the root is decided by what only other parts know. What is passed off the
// root is not judged as if it were the root's.
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <stddef.h>
#include <mpi.h>

static int rank;

void setUp(void) { MPI_Comm_rank(MPI_COMM_WORLD, &rank); }

void gatherRows(int n, int *counts, int *places, int *row, int *all) {
  if (rank == 0)
    MPI_Gatherv(row, n, MPI_INT, all, counts, places, MPI_INT, 0, MPI_COMM_WORLD);
  else
    MPI_Gatherv(row, n, MPI_INT, NULL, NULL, NULL, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD);
}

void gatherAll(int me, int n, int *row, int *all) {
  if (me == 0)
    MPI_Gather(row, n, MPI_INT, all, 4, MPI_INT, 0, MPI_COMM_WORLD);
  else
    MPI_Gather(row, n, MPI_INT, NULL, 4, MPI_INT, 0, MPI_COMM_WORLD);
}
