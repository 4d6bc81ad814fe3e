// A group is used after it was freed.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Group world, first;
  MPI_Init(&argc, &argv);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
#ifdef OK
  MPI_Group_incl(world, 1, (int[]){0}, &first);
  MPI_Group_free(&world);
#else
  MPI_Group_free(&world);
  MPI_Group_incl(world, 1, (int[]){0}, &first);
  // BOTH: freed.c:[[@LINE-1]]:3: error: group of MPI_Group_incl (argument 1) is MPI_GROUP_NULL [arg-group]
#endif
  MPI_Group_free(&first);
  MPI_Finalize();
  return 0;
}
