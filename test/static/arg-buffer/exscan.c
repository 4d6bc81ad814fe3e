// In an exclusive scan rank 0 gets no result and may pass NULL for it; rank 1 may not.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <stddef.h>

#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  int mine = 1, before = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef OK
  MPI_Exscan(&mine, rank == 0 ? NULL : &before, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
#else
  // CHECK: exscan.c:[[@LINE+1]]:{{.*}}error: recvbuf of MPI_Exscan (argument 2) is NULL, but the call transfers data [arg-buffer]
  MPI_Exscan(&mine, rank == 1 ? NULL : &before, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
#endif
  MPI_Finalize();
  return 0;
}
