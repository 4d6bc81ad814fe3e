// A load of an element that a pending in-place reduction writes; elements after its count are free.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int values[4] = {0}, copy;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  // CHECK-DAG: in_place.c:[[@LINE+1]]:{{.*}}note: pending since here
  MPI_Iallreduce(MPI_IN_PLACE, values, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
#ifdef OK
  copy = values[2];
  values[3] = 1;
#else
  // CHECK-DAG: in_place.c:[[@LINE+1]]:{{.*}}error: the load reads a buffer that a pending MPI_Iallreduce writes to [buffer-race]
  copy = values[1];
#endif
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (copy == 1) return 1;
  MPI_Finalize();
  return 0;
}
