// MPI_UB marks a bound of a datatype and has no data, so it cannot be broadcast.
// REQUIRES: mpich
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int value = 0;
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
#else
  // CHECK: marker.c:[[@LINE+1]]:{{.*}}error: datatype of MPI_Bcast (argument 3) is MPI_UB, which is a marker without data [arg-datatype]
  MPI_Bcast(&value, 1, MPI_UB, 0, MPI_COMM_WORLD);
#endif
  MPI_Finalize();
  return 0;
}
