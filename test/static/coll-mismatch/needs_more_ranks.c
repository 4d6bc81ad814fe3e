// Conditions on a rank that small jobs do not have: there nobody takes the other side, which proves nothing.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
// RUN: %not66 %check %s -- -DWHO="rank > 7" 2>&1 | FileCheck %s
// RUN: %not66 %check %s -- -DWHO="rank / 8 == 1" 2>&1 | FileCheck %s
// RUN: %not66 %check %s -- -DWHO="rank & 8" 2>&1 | FileCheck %s
// RUN: %not66 %check %s -- -DWHO="rank == size - 5" 2>&1 | FileCheck %s
#include <mpi.h>

#ifndef WHO
#define WHO rank != 2
#endif

int main(int argc, char **argv) {
  int rank, size;
  double own[8] = {0}, all[8];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
#ifndef OK
  if (WHO)
#endif
    // CHECK: [[#@LINE+1]]:5: error: MPI_Allreduce is not called by all ranks of the communicator
    MPI_Allreduce(own, all, 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Allreduce(own, all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  return size - rank < 0;
}
