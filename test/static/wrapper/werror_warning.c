// -Werror=lockstep=warning lets a warning of the rules fail the compilation; -Werror=lockstep does not.
// REQUIRES: mpich
// RUN: rm -rf %t && mkdir %t
// RUN: %lockstep-mpicc --mpi mpich -Werror=lockstep -c %s -o %t/soft.o 2>&1 | FileCheck --check-prefix=SOFT %s
// RUN: %lockstep-mpicc --mpi mpich -Werror=lockstep=error -c %s -o %t/soft.o 2>&1 | FileCheck --check-prefix=SOFT %s
// RUN: %exits 1 %lockstep-mpicc --mpi mpich -Werror=lockstep=warning -c %s -o %t/clang.o 2>&1 | FileCheck %s
// RUN: %exits 1 %lockstep-mpicc --mpi mpich --compiler=gcc -Werror=lockstep=warning -c %s -o %t/gcc.o 2>&1 | FileCheck %s
// RUN: ls %t | count 1
// RUN: %not64 %lockstep-mpicc -Werror=lockstep=note -c %s -o %t/wrong.o 2>&1 | FileCheck --check-prefix=WRONG %s
// CHECK: error: the findings above end the compilation [-Werror=lockstep=warning]
// WRONG: error: -Werror=lockstep=note: error or warning
#include <mpi.h>

int main(int argc, char **argv) {
  int value = 0;
  MPI_Init(&argc, &argv);
  // SOFT: werror_warning.c:[[@LINE+1]]:{{.*}}warning: {{.*}} [deadlock]
  MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
