// A group that has a rank twice.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Group world, some;
  MPI_Init(&argc, &argv);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
#ifdef OK
  MPI_Group_incl(world, 2, (int[]){1, 0}, &some);
#else
  MPI_Group_incl(world, 2, (int[]){1, 1}, &some);
  // BOTH: repeated.c:[[@LINE-1]]:3: error: ranks of MPI_Group_incl (argument 3) holds 1 more than once, but a group has each process once [arg-rank]
#endif
  MPI_Group_free(&some);
  MPI_Group_free(&world);
  MPI_Finalize();
  return 0;
}
