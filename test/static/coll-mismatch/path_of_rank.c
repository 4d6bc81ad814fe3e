// The report shows the path of the rank: obtained, returned, stored, passed on, stored, and the branch.
// RUN: %not66 %check --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.0.sites.#=7 findings.0.sites.1.role=creation findings.0.sites.6.role=branch
#include <mpi.h>

struct place {
  int rank;
};
// CHECK: path_of_rank.c:[[#@LINE+12]]:14: error: MPI_Barrier is not called by all ranks
// CHECK: path_of_rank.c:[[#@LINE+5]]:3: note: the rank comes from here
// CHECK: path_of_rank.c:[[#@LINE+15]]:3: note: comes back from here
// CHECK: path_of_rank.c:[[#@LINE+15]]:7: note: is stored here
// CHECK: path_of_rank.c:[[#@LINE+15]]:3: note: is passed on here
static void find(struct place *place) {
  MPI_Comm_rank(MPI_COMM_WORLD, &place->rank);
}
static void work(int me) {
  // CHECK: path_of_rank.c:[[#@LINE+1]]:7: note: is stored here
  int first = me == 0;
  // CHECK: path_of_rank.c:[[#@LINE+1]]:7: note: the ranks diverge here
  if (first) MPI_Barrier(MPI_COMM_WORLD);
}
int main(int argc, char **argv) {
  struct place place;
  MPI_Init(&argc, &argv);
  find(&place);
  int copy = place.rank;
  work(copy);
  MPI_Finalize();
  return 0;
}
