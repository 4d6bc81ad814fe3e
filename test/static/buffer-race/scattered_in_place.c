// A store to the last part that a pending MPI_Ireduce_scatter_block reads in place; memory after the parts of all ranks
// is free.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int size;
  int values[8] = {0};
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // CHECK-DAG: scattered_in_place.c:[[@LINE+1]]:{{.*}}note: pending since here
  MPI_Ireduce_scatter_block(MPI_IN_PLACE, values, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
#ifdef OK
  values[size] = 1;
#else
  // CHECK-DAG: scattered_in_place.c:[[@LINE+1]]:{{.*}}error: the store writes to a buffer that a pending MPI_Ireduce_scatter_block still reads [buffer-race]
  values[size - 1] = 1;
#endif
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
