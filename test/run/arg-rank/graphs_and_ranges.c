// Nodes that a graph does not have, ranks that a group does not have, in ranges and as neighbors, and coordinates outside
// a grid in a dimension that is not periodic. The library's own errors are returned.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 %s 2>&1 | FileCheck --implicit-check-not=error: %s
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 %s 2>&1 | FileCheck --implicit-check-not=error: %s
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Comm made = MPI_COMM_NULL, grid;
  MPI_Group world, group;
  int someone, dims[2] = {2, 1}, periods[2] = {0, 1}, place[2] = {2, 7};
  int degrees[2] = {1, 2}, edges[2] = {1, 2};
  int beyond[1][3] = {{0, 3, 1}}, still[1][3] = {{0, 1, 0}}, twice[2][3] = {{0, 1, 1}, {1, 1, 1}};
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  // CHECK-DAG: ranges.c:[[@LINE+1]]:{{[0-9]+}}: error: edges of MPI_Graph_create (argument 4) holds 2 as element 1, but the graph has nodes 0 to 1 [arg-rank]
  if (MPI_Graph_create(MPI_COMM_WORLD, 2, degrees, edges, 0, &made) == MPI_SUCCESS) MPI_Comm_free(&made);
  // CHECK-DAG: ranges.c:[[@LINE+1]]:{{[0-9]+}}: error: ranges of MPI_Group_range_incl (argument 3) holds a range, number 0, with rank 3, but the group has 2 ranks [arg-rank]
  if (MPI_Group_range_incl(world, 1, beyond, &group) == MPI_SUCCESS) MPI_Group_free(&group);
  // CHECK-DAG: ranges.c:[[@LINE+1]]:{{[0-9]+}}: error: ranges of MPI_Group_range_excl (argument 3) holds a range, number 0, with stride 0 [arg-rank]
  if (MPI_Group_range_excl(world, 1, still, &group) == MPI_SUCCESS) MPI_Group_free(&group);
  // CHECK-DAG: ranges.c:[[@LINE+1]]:{{[0-9]+}}: error: ranges of MPI_Group_range_incl (argument 3) holds 1 more than once, but a group has each process once [arg-rank]
  if (MPI_Group_range_incl(world, 2, twice, &group) == MPI_SUCCESS) MPI_Group_free(&group);
  MPI_Group_free(&world);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
  MPI_Comm_set_errhandler(grid, MPI_ERRORS_RETURN);
  // CHECK-DAG: ranges.c:[[@LINE+1]]:{{[0-9]+}}: error: coords of MPI_Cart_rank (argument 2) holds 2 as element 0, but dimension 0 is not periodic and has coordinates 0 to 1 [arg-other]
  MPI_Cart_rank(grid, place, &someone);
  MPI_Comm_free(&grid);
  MPI_Finalize();
}
