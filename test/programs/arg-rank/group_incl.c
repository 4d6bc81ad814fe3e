// A group of ranks that do not exist.
// RUN: %check %s 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Group world, some;
  MPI_Init(&argc, &argv);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
#ifdef OK
  MPI_Group_incl(world, 1, (int[]){0}, &some);
#else
  MPI_Group_incl(world, 1, (int[]){99}, &some);
  // Difference: check does not look into arrays of ranks.
  // RUNTIME: group_incl.c:[[@LINE-2]]:3: error: ranks of MPI_Group_incl (argument 3) holds 99 as element 0, but the group has ranks 0 to 1 [arg-rank]
  // CHECK: lockstep: no errors
#endif
  MPI_Group_free(&some);
  MPI_Group_free(&world);
  MPI_Finalize();
  return 0;
}
