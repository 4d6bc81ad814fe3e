// The members of a part of a communicator follow from the colors and keys of all ranks, so that its ranks are known.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// CHECK: split_rows.c:[[#]]:{{.*}}error: {{.*}} deadlocked: {{.*}} [deadlock]
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

#ifdef OK
#define TAG 4
#else
#define TAG 5
#endif

int main(int argc, char **argv) {
  int rank, size, place, length, value = 0;
  MPI_Comm half;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size < 4) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_split(MPI_COMM_WORLD, rank < size / 2, -rank, &half);
  MPI_Comm_rank(half, &place);
  MPI_Comm_size(half, &length);
  if (place > 0) MPI_Recv(&value, 1, MPI_INT, place - 1, TAG, half, MPI_STATUS_IGNORE);
  value += rank;
  if (place < length - 1) MPI_Send(&value, 1, MPI_INT, place + 1, 4, half);
  MPI_Comm_free(&half);
  MPI_Finalize();
  return 0;
}
