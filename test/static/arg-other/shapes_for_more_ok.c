// A grid and a graph for nine ranks, and a group of ranks that two to four ranks do not have: the program is written for
// as many.
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int dims[2] = {3, 3}, periods[2] = {1, 1};
  int index[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, edges[9] = {1, 2, 3, 4, 5, 6, 7, 8, 0};
  int corners[4] = {0, 2, 6, 8};
  MPI_Comm grid, graph;
  MPI_Group world, some;
  MPI_Init(&argc, &argv);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
  MPI_Graph_create(MPI_COMM_WORLD, 9, index, edges, 0, &graph);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 4, corners, &some);
  MPI_Group_free(&some);
  MPI_Group_free(&world);
  MPI_Comm_free(&grid);
  MPI_Comm_free(&graph);
  MPI_Finalize();
  return 0;
}
