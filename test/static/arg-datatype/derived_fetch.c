// MPI_Fetch_and_op takes no derived datatype of two integers; one of a single integer is accepted.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int mine[2] = {0}, old[2], memory[2] = {0};
  MPI_Datatype two;
  MPI_Win win;
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Type_contiguous(1, MPI_INT, &two);
#else
  MPI_Type_contiguous(2, MPI_INT, &two);
#endif
  MPI_Type_commit(&two);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  // CHECK: derived_fetch.c:[[@LINE+1]]:{{.*}}error: datatype of MPI_Fetch_and_op (argument 3) is a derived datatype, but only a predefined one is allowed [arg-datatype]
  MPI_Fetch_and_op(mine, old, two, 0, 0, MPI_REPLACE, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Type_free(&two);
  MPI_Finalize();
  return 0;
}
