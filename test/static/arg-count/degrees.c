// How many edges each node of a graph has.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int degrees[1], ends[1];
  MPI_Comm graph;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  degrees[0] = -1;
  ends[0] = 0;
  // CHECK: degrees.c:[[@LINE+1]]:{{.*}}error: degrees of MPI_Dist_graph_create (argument 4) holds -1 as element 0, but no element may be negative [arg-count]
  MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &rank, degrees, ends, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
  MPI_Comm_free(&graph);
  MPI_Finalize();
  return 0;
}
