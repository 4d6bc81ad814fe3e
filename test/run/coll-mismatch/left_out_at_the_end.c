// Two equal reductions, of which rank 1 makes one: it reaches MPI_Finalize too early, but the missing call is the first
// one.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 3 --timeout 60 %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep run --mpi openmpi -n 3 --timeout 60 %s 2>&1 | FileCheck %s
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  double mine = 0, all;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  // CHECK: left_out_at_the_end.c:[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}rank 1 leaves out a collective on MPI_COMM_WORLD: ranks 0,2 call MPI_Allreduce, rank 1 goes on with MPI_Allreduce [coll-mismatch]
  if (argc > 5 || rank != 1) MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
// CHECK-NOT: error:
