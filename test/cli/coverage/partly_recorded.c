// A rank that was not recorded: the verdict on the others is none.
//
// RUN: rm -rf %t && mkdir %t && %mpicc-mpich -g %s -o %t/app
// RUN: printf '#!/bin/sh\nif [ "$PMI_RANK" = 1 ]; then unset LD_PRELOAD; fi\nexec %t/app\n' > %t/script && chmod +x %t/script
// RUN: %not64 %lockstep run -n 3 --mpi mpich --timeout 60 %t/script 2>&1 | FileCheck %s
// CHECK: lockstep: error: nothing was recorded of rank 1 (of 3 ranks), so that the job was not checked
// CHECK-NOT: no errors
//
// RUN: %lockstep run -n 3 --timeout 60 %t/app 2>&1 | FileCheck %s --check-prefix=ALL
// ALL: lockstep: no errors; 3 ranks
//
// REQUIRES: mpich
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &(int){0});
  MPI_Finalize();
  return 0;
}
