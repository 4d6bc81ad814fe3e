// The program rejects fewer than six ranks: only after that check is something wrong, for all ranks or for one.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %check %s -- -DOF_ONE 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int rank, size, value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size < 6) {
    if (rank == 0) printf("too few ranks\n");
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
#ifdef OK
  const int count = 1;
#elif defined(OF_ONE)
  const int count = rank == 5 ? -1 : 1;
#else
  const int count = -1;
#endif
  // CHECK: many_ranks.c:[[@LINE+1]]:3: error: count of MPI_Bcast (argument 2) is -1, but must not be negative [arg-count]
  MPI_Bcast(&value, count, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
