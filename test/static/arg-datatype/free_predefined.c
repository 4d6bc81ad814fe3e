// A predefined datatype must not be freed, a derived one may.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Datatype type = MPI_INT;
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Type_contiguous(3, MPI_INT, &type);
#endif
  // CHECK: free_predefined.c:[[@LINE+1]]:{{.*}}error: datatype of MPI_Type_free (argument 1) is MPI_INT, which must not be freed [arg-datatype]
  MPI_Type_free(&type);
  MPI_Finalize();
  return 0;
}
