// A derived datatype is broadcast before it is committed.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int values[4] = {0};
  MPI_Datatype type;
  MPI_Init(&argc, &argv);
  MPI_Type_contiguous(4, MPI_INT, &type);
#ifdef OK
  MPI_Type_commit(&type);
#endif
  // CHECK: uncommitted.c:[[@LINE+1]]:{{.*}}error: datatype of MPI_Bcast (argument 3) is a datatype that is not committed [arg-datatype]
  MPI_Bcast(values, 1, type, 0, MPI_COMM_WORLD);
  MPI_Type_free(&type);
  MPI_Finalize();
  return 0;
}
