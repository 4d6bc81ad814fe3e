// A subarray of negative size.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
#ifdef OK
  int sizes[2] = {8, 8}, part[2] = {4, 4}, from[2] = {0, 0};
#else
  int sizes[2] = {8, 8}, part[2] = {4, -4}, from[2] = {0, 0};
#endif
  MPI_Datatype type;
  MPI_Init(&argc, &argv);
  // CHECK: array_sizes.c:[[@LINE+1]]:{{.*}}error: array_of_subsizes of MPI_Type_create_subarray (argument 3) holds -4 as element 1, but no element may be negative [arg-count]
  MPI_Type_create_subarray(2, sizes, part, from, MPI_ORDER_C, MPI_INT, &type);
  MPI_Type_free(&type);
  MPI_Finalize();
  return 0;
}
