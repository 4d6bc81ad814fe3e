// A grid whose side is the square root of the number of ranks, and memory of posix_memalign: both are known.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// CHECK: root_of_size.c:[[#]]:{{.*}}error: {{.*}} deadlocked: {{.*}} [deadlock]
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <math.h>
#include <mpi.h>
#include <stdlib.h>

#ifdef OK
#define TAG 1
#else
#define TAG 2
#endif

int main(int argc, char **argv) {
  int rank, size;
  void *memory;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int side = (int)sqrt((double)size);
  if (side * side != size || size != 4) MPI_Abort(MPI_COMM_WORLD, 1);
  if (posix_memalign(&memory, 64, 10 * sizeof(double)) != 0) MPI_Abort(MPI_COMM_WORLD, 1);
  if (rank >= side) MPI_Recv(memory, 10, MPI_DOUBLE, rank - side, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank < size - side) MPI_Send(memory, 10, MPI_DOUBLE, rank + side, 1, MPI_COMM_WORLD);
  free(memory);
  MPI_Finalize();
  return 0;
}
