// The origin buffer of a put is freed before a flush; after it this is correct.
// REQUIRES: mpich, openmpi
// RUN: for mpi in mpich openmpi; do %not66 %lockstep run --mpi $mpi -n 2 --timeout 60 --cflags=-DEARLY %s 2>&1 | FileCheck %s || exit 1; done
// RUN: for mpi in mpich openmpi; do %lockstep run --mpi $mpi -n 2 --timeout 60 %s 2>&1 | FileCheck %s --check-prefix=RIGHT || exit 1; done
// RIGHT: lockstep: no errors
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank, *memory;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(256 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  MPI_Win_lock_all(0, window);
  int *out = malloc(256 * sizeof *out);
  for (int i = 0; i < 256; ++i) out[i] = i;
  MPI_Put(out, 256, MPI_INT, 1 - rank, 0, 256, MPI_INT, window);
#ifndef EARLY
  MPI_Win_flush_local(1 - rank, window);
#endif
  // CHECK: freed.c:[[@LINE+1]]:{{.*}}error: memory is freed while a pending MPI_Put still uses it [rma-race-local]
  free(out);
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
// CHECK: lockstep: 1 error
