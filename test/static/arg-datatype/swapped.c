// MPI_Compare_and_swap takes integers, logicals and bytes, but no floating-point numbers.
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
  long mine = 0, expected = 0, old, memory = 0;
#else
  double mine = 0, expected = 0, old, memory = 0;
#endif
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
#ifdef OK
  MPI_Compare_and_swap(&mine, &expected, &old, MPI_LONG, 0, 0, win);
#else
  // CHECK: swapped.c:[[@LINE+1]]:{{.*}}error: datatype of MPI_Compare_and_swap (argument 4) is MPI_DOUBLE, but only integers, logicals and bytes can be compared [arg-datatype]
  MPI_Compare_and_swap(&mine, &expected, &old, MPI_DOUBLE, 0, 0, win);
#endif
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
