#include <mpi.h>
#include <stdio.h>

#include "mesh/mesh.h"

void average(const double *values, int count, MPI_Fint communicator, double *result);

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);

  double values[8];
  fillMesh(values, 8);
  double result = 0;
  average(values, 8, MPI_Comm_c2f(MPI_COMM_WORLD), &result);
#ifdef BUG
  if (rank == 0) MPI_Barrier(MPI_COMM_WORLD);
#endif
  if (rank == 0) printf("average %.3f\n", result);

  MPI_Finalize();
  return argc - 1;
}
