// A bitwise operation is not defined for floating-point numbers.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  float mine = 1, all;
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Allreduce(&mine, &all, 1, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
#else
  // CHECK: float_bits.c:[[@LINE+1]]:{{.*}}error: op of MPI_Allreduce (argument 5) is MPI_BXOR, which is not defined for MPI_FLOAT [arg-op]
  MPI_Allreduce(&mine, &all, 1, MPI_FLOAT, MPI_BXOR, MPI_COMM_WORLD);
#endif
  MPI_Finalize();
  return 0;
}
