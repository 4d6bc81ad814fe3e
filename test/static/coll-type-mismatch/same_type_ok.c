// Datatypes that are not significant or have no data may differ; derived ones are not judged here.
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: [coll-
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 0, all[64];
  MPI_Datatype pair;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  MPI_Bcast(all, rank == 0 ? 2 : 1, rank == 0 ? MPI_INT : pair, 0, MPI_COMM_WORLD);
  MPI_Bcast(&value, 0, rank == 0 ? MPI_INT : MPI_FLOAT, 0, MPI_COMM_WORLD);
  MPI_Gather(&value, 1, MPI_INT, all, 1, rank == 0 ? MPI_INT : MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD);
  if (rank == 0)
    MPI_Gather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
  else
    MPI_Gather(&value, 1, MPI_INT, 0, 0, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD);
  MPI_Type_free(&pair);
  MPI_Finalize();
  return 0;
}
