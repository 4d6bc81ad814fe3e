// Graphs and groups with valid nodes, ranks and coordinates; descending ranges, and no ranges at all; coordinates
// outside the grid in a periodic dimension, also of a part and a copy of it; a graph without some of the
// processes.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 3 --timeout 60 %s 2>&1 | FileCheck %s
// RUN: %lockstep run --mpi openmpi -n 3 --timeout 60 --cflags=-O2 %s 2>&1 | FileCheck %s
// CHECK-NOT: {{error|warning}}:
// CHECK: lockstep: no errors
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  MPI_Comm graph, grid, copy, row;
  MPI_Group world, group;
  int someone, reordered, dims[2] = {3, 1}, periods[2] = {1, 0}, place[2] = {-4, 0}, remain[2] = {1, 1};
  int degrees[2] = {1, 2}, edges[2] = {1, 0}, sources[1], counts[1] = {2}, ends[2] = {0, 2};
  int down[2][3] = {{2, 1, -1}, {0, 0, 5}}, up[1][3] = {{0, 2, 2}};
  MPI_Init(&argc, &argv);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Graph_create(MPI_COMM_WORLD, 2, degrees, edges, 0, &graph);
  if (graph != MPI_COMM_NULL) MPI_Comm_free(&graph);
  MPI_Graph_map(MPI_COMM_WORLD, 2, degrees, edges, &reordered);
  MPI_Comm_rank(MPI_COMM_WORLD, &sources[0]);
  MPI_Dist_graph_create(MPI_COMM_WORLD, 1, sources, counts, ends, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
  MPI_Comm_free(&graph);
  MPI_Dist_graph_create(MPI_COMM_WORLD, 0, NULL, NULL, NULL, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
  MPI_Comm_free(&graph);
  MPI_Group_range_incl(world, 2, down, &group);
  MPI_Group_free(&group);
  MPI_Group_range_excl(world, 1, up, &group);
  MPI_Group_free(&group);
  MPI_Group_range_excl(world, 0, NULL, &group);
  MPI_Group_free(&group);
  MPI_Group_free(&world);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
  MPI_Cart_rank(grid, place, &someone);
  MPI_Comm_dup(grid, &copy);
  MPI_Cart_rank(copy, place, &someone);
  MPI_Cart_sub(copy, remain, &row);
  MPI_Cart_rank(row, place, &someone);
  MPI_Comm_free(&row);
  MPI_Comm_free(&copy);
  MPI_Comm_free(&grid);
  MPI_Finalize();
}
