// The rank through a structure, the heap, an array element, a global variable, a result, and a branch.
// RUN: %not66 %check %s -- -DSTRUCTURE 2>&1 | FileCheck %s
// RUN: %not66 %check %s -- -DHEAP 2>&1 | FileCheck %s
// RUN: %not66 %check %s -- -DELEMENT 2>&1 | FileCheck %s
// RUN: %not66 %check %s -- -DGLOBAL 2>&1 | FileCheck %s
// RUN: %not66 %check %s -- -DRESULT 2>&1 | FileCheck %s
// RUN: %not66 %check %s -- -DCONTROL 2>&1 | FileCheck %s
#include <mpi.h>
#include <stdlib.h>

struct place {
  int rank;
  int size;
};
static int me;

static void find(struct place *place) {
  MPI_Comm_rank(MPI_COMM_WORLD, &place->rank);
  MPI_Comm_size(MPI_COMM_WORLD, &place->size);
}
static void note(void) { MPI_Comm_rank(MPI_COMM_WORLD, &me); }
static int isFirst(void) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank == 0;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
#if defined STRUCTURE
  struct place place;
  find(&place);
  const int go = place.rank == 0;
#elif defined HEAP
  struct place *place = malloc(sizeof *place);
  find(place);
  const int go = place->rank == 0;
#elif defined ELEMENT
  int flags[2], rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  flags[0] = 1;
  flags[1] = 0;
  const int go = flags[rank % 2];
#elif defined GLOBAL
  note();
  const int go = me == 0;
#elif defined RESULT
  const int go = isFirst();
#elif defined CONTROL
  int go = 0;
  note();
  if (me == 0) go = 1;
#endif
  // CHECK: rank_in_memory.c:[[@LINE+3]]:11: error: MPI_Barrier is not called by all ranks
  // CHECK: called by some ranks only
  // CHECK: rank_in_memory.c:[[@LINE+1]]:7: note: the ranks diverge here
  if (go) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
