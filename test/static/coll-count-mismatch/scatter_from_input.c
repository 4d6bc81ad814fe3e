// What the root scatters and what the others expect follow from one number, which the root reads and broadcasts.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// CHECK: scatter_from_input.c:[[#]]:{{.*}}error: ranks disagree on the amount of data of MPI_Scatter {{.*}} [coll-count-mismatch]
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef OK
#define EXPECTED count
#else
#define EXPECTED count - 1
#endif

int main(int argc, char **argv) {
  int rank, size, count = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  FILE *parameters = rank == 0 ? fopen("parameters", "r") : 0;
  if (rank == 0 && (!parameters || fscanf(parameters, "%d", &count) != 1)) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Bcast(&count, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (count < 2) MPI_Abort(MPI_COMM_WORLD, 1);
  double *all = calloc((size_t)count * (size_t)size, sizeof *all);
  double *mine = calloc((size_t)count, sizeof *mine);
  MPI_Scatter(all, count, MPI_DOUBLE, mine, EXPECTED, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  free(all);
  free(mine);
  MPI_Finalize();
  return 0;
}
