// Two roots of one reduction wait forever, and the third rank has left it: the error is known, and the job is ended.
//
// RUN: rm -rf %t && mkdir %t && for mpi in mpich openmpi; do mpicc.$mpi -g %s -o %t/$mpi || exit 1; done
// RUN: for mpi in mpich openmpi; do %not66 timeout 60 %lockstep run -n 3 %t/$mpi 2>&1 | FileCheck %s || exit 1; done
//
// CHECK: [coll-root-mismatch]
// CHECK: lockstep: 1 error in 3 ranks; {{.*}}the program was stopped in a deadlock
//
// REQUIRES: mpich, openmpi
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, in = 1, out = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Reduce(&in, &out, 1, MPI_INT, MPI_SUM, rank == 1 ? 1 : 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
