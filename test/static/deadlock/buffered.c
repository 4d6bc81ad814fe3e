// A buffered send does not wait; the receive with another tag waits forever.
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
  int value = 0, got = 0, bytes = 1000;
  char space[1000];
  void *taken = space;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size != 2) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Buffer_attach(space, bytes);
  if (rank == 0)
    MPI_Bsend(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
  else
#ifdef OK
    MPI_Recv(&got, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#else
    // CHECK-DAG: buffered.c:[[@LINE+1]]:{{.*}}error: rank 1 is deadlocked: it waits in MPI_Recv [deadlock]
    MPI_Recv(&got, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#endif
  MPI_Buffer_detach(&taken, &bytes);
  MPI_Finalize();
  return 0;
}
