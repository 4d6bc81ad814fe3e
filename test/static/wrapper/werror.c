// With -Werror=lockstep an error of the rules fails the compilation without an object file, -Wno-lockstep turns the
// rules off; a correct source passes.
// REQUIRES: mpich
// RUN: rm -rf %t && mkdir %t
// RUN: %exits 1 %lockstep-mpicc -Werror=lockstep -DBUG -c %s -o %t/clang.o 2>&1 | FileCheck %s
// RUN: %exits 1 %lockstep-mpicc -Werror=lockstep -DBUG %s -o %t/program 2>&1 | FileCheck %s
// RUN: %exits 1 %lockstep-mpicc --compiler=gcc -Werror=lockstep -DBUG -c %s -o %t/gcc.o 2>&1 | FileCheck %s
// RUN: %exits 1 %lockstep-mpifort -Werror=lockstep --mpi mpich -c %S/fortran.f90 -o %t/flang.o 2>&1 | FileCheck --check-prefix=FORTRAN %s
// RUN: ls %t | count 0
// RUN: %lockstep-mpicc -Werror=lockstep -Wno-lockstep -DBUG -c %s -o %t/off.o 2>&1 | count 0
// RUN: %lockstep-mpicc -Werror=lockstep -Wno-error=lockstep -DBUG -c %s -o %t/soft.o 2>&1 | FileCheck --check-prefix=SOFT %s
// RUN: %lockstep-mpicc -Werror=lockstep -c %s -o %t/right.o 2>&1 | count 0
// RUN: ls %t | count 3
// FORTRAN: fortran.f90:13:{{[0-9]+}}: error: MPI_Barrier is not called by all ranks
// FORTRAN: error: the errors above end the compilation [-Werror=lockstep]
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef BUG
  // CHECK: werror.c:[[@LINE+3]]:18: error: MPI_Barrier is not called by all ranks
  // CHECK: error: the errors above end the compilation [-Werror=lockstep]
  // SOFT: werror.c:[[@LINE+1]]:18: error: MPI_Barrier is not called by all ranks
  if (rank == 0) MPI_Barrier(MPI_COMM_WORLD);
#endif
  MPI_Finalize();
  return 0;
}
