// Characters are no numbers, although the libraries add them as such.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  signed char mine = 1, sum = 0;
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Allreduce(&mine, &sum, 1, MPI_SIGNED_CHAR, MPI_SUM, MPI_COMM_WORLD);
#else
  // CHECK: characters_warning.c:[[@LINE+1]]:{{.*}}warning: op of MPI_Allreduce (argument 5) is MPI_SUM, which is not defined for MPI_CHAR [arg-op]
  MPI_Allreduce(&mine, &sum, 1, MPI_CHAR, MPI_SUM, MPI_COMM_WORLD);
#endif
  MPI_Finalize();
  return 0;
}
