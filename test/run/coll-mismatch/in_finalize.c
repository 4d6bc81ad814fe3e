// An attribute of MPI_COMM_SELF frees a communicator when MPI is finalized: a collective call, made by all, and no error.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 %s 2>&1 | FileCheck %s
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 %s 2>&1 | FileCheck %s
#include <mpi.h>
#include <stddef.h>

static MPI_Comm dup;

static int freeDup(MPI_Comm comm, int keyval, void *value, void *extra) {
  (void)comm, (void)keyval, (void)value, (void)extra;
  MPI_Barrier(dup);
  return MPI_Comm_free(&dup);
}

int main(int argc, char **argv) {
  int keyval;
  MPI_Init(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &dup);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, freeDup, &keyval, NULL);
  MPI_Comm_set_attr(MPI_COMM_SELF, keyval, NULL);
  MPI_Finalize();
  return 0;
}

// CHECK-NOT: {{error|warning}}:
// CHECK: lockstep: no errors; 2 ranks
