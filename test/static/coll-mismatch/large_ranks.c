// Only a rank that a larger number of ranks has calls the collective: that number is explored, too.
// RUN: %not66 %check %s -- -DOF_RANK 2>&1 | FileCheck %s
// RUN: %not66 %check %s -- -DFROM_THE_END 2>&1 | FileCheck %s
// RUN: %not66 %check %s -- -DPART_OF_SIZE 2>&1 | FileCheck %s
// RUN: %not66 %check %s -- -DIN_MEMBER 2>&1 | FileCheck %s
// RUN: %check %s 2>&1 | FileCheck %s --check-prefix=OK
// CHECK: error: MPI_Barrier is not called by all ranks of the communicator [coll-mismatch]
// OK: lockstep: no errors
#include <mpi.h>

typedef struct {
  int rank, size;
} Place;

static void ask(Place *place) {
  MPI_Comm_rank(MPI_COMM_WORLD, &place->rank);
  MPI_Comm_size(MPI_COMM_WORLD, &place->size);
}

int main(int argc, char **argv) {
  Place place;
  MPI_Init(&argc, &argv);
  ask(&place);
  const int rank = place.rank, size = place.size;
#if defined(OF_RANK)
  if (rank > 7) MPI_Barrier(MPI_COMM_WORLD);
#elif defined(FROM_THE_END)
  if (rank == size - 6) MPI_Barrier(MPI_COMM_WORLD);
#elif defined(PART_OF_SIZE)
  if (size / 5 > 1 && rank % 2 == 0) MPI_Barrier(MPI_COMM_WORLD);
#elif defined(IN_MEMBER)
  if (place.rank + 3 == 11) MPI_Barrier(MPI_COMM_WORLD);
#else
  if (size > 7) MPI_Barrier(MPI_COMM_WORLD);
#endif
  MPI_Finalize();
  return 0;
}
