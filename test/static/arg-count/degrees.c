// A node of a graph has a negative number of edges.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  int degrees[1], ends[1];
  MPI_Comm graph;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef OK
  degrees[0] = 1;
#else
  degrees[0] = -1;
#endif
  ends[0] = 0;
  // CHECK: degrees.c:[[@LINE+1]]:{{.*}}error: degrees of MPI_Dist_graph_create (argument 4) holds -1 as element 0, but no element may be negative [arg-count]
  MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &rank, degrees, ends, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
  MPI_Comm_free(&graph);
  MPI_Finalize();
  return 0;
}
