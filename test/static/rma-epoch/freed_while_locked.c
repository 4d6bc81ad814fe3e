// A window is freed before MPI_Win_unlock_all.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int value = 0, memory = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  // CHECK-DAG: freed_while_locked.c:[[@LINE+1]]:{{.*}}note: locked here
  MPI_Win_lock_all(0, win);
  MPI_Put(&value, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
  MPI_Win_flush_all(win);
#ifdef OK
  MPI_Win_unlock_all(win);
#endif
  // CHECK-DAG: freed_while_locked.c:[[@LINE+1]]:{{.*}}error: a lock is never released before MPI_Win_free [rma-epoch]
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
