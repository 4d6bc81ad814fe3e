// A group of ranks that do not exist.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Group world, some;
  int size;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
#ifdef OK
  MPI_Group_incl(world, 1, (int[]){0}, &some);
#else
  MPI_Group_incl(world, 1, (int[]){size}, &some);
  // BOTH: group_incl.c:[[@LINE-1]]:3: error: ranks of MPI_Group_incl (argument 3) holds 2 as element 0, but the group has ranks 0 to 1 [arg-rank]
#endif
  MPI_Group_free(&some);
  MPI_Group_free(&world);
  MPI_Finalize();
  return 0;
}
