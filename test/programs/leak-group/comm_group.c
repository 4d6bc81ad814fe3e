// A group that was asked for has to be freed, too.
// RUN: %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Group world, first;
  const int zero = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  // BOTH: comm_group.c:[[@LINE-1]]:3: warning: the group that MPI_Comm_group makes here is never freed [leak-group]
  MPI_Group_incl(world, 1, &zero, &first);
  MPI_Group_free(&first);
#ifdef OK
  MPI_Group_free(&world);
#endif
  MPI_Finalize();
  return 0;
}
