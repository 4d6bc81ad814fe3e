// A loop whose number of iterations depends on the rank in a way that cannot be computed.
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DCYCLIC 2>&1 | FileCheck %s
// RUN: %check %s -- -DREST 2>&1 | FileCheck %s --check-prefix=REST
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank, size, step = 1, items = atoi(argv[1]);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
#ifdef CYCLIC
  step = size;
#endif
#ifdef REST
  int mine = items / size;
  if (rank < items % size) mine++;
  // REST: warning: MPI_Barrier might be called by some ranks
  // REST: help: make the loop at line [[@LINE+1]] run the same number of iterations on every rank
  for (int i = 0; i < mine; i++) MPI_Barrier(MPI_COMM_WORLD);
  items = 0;
#endif
  // CHECK: rounds_by_rank_warning.c:[[@LINE+3]]:46: warning: MPI_Barrier might be called by some ranks
  // CHECK: called by some ranks only
  // CHECK: rounds_by_rank_warning.c:[[@LINE+1]]:3: note: the ranks diverge here
  for (int i = rank; i < items; i += step) { MPI_Barrier(MPI_COMM_WORLD); }
  MPI_Finalize();
  return 0;
}
