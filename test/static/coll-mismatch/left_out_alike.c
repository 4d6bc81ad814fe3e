// Some ranks leave out one of several equal collectives: the finding names that one, not a later one that all call.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOPEN 2>&1 | FileCheck %s
// CHECK-NOT: [coll-mismatch]
// CHECK: left_out_alike.c:[[#FIRST:]]:{{.*}}MPI_Iallreduce {{.*}} [coll-mismatch]
// CHECK: left_out_alike.c:[[#FIRST+1]]:3: note: while others call this
// CHECK-NOT: [coll-mismatch]
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size, made = 0;
  double x[8] = {0}, sums[8], most;
  MPI_Request requests[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
#ifdef OPEN
  const int isIn = rank >= argc;
#else
  const int isIn = rank < size - 1;
#endif
  if (isIn)
    MPI_Iallreduce(x, sums, 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &requests[made++]);
  MPI_Iallreduce(x, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD, &requests[made++]);
  MPI_Waitall(made, requests, MPI_STATUSES_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
