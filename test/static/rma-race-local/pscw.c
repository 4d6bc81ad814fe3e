// A load of the result of a get before MPI_Win_complete.
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
  int value = 0, memory = 0, other = 0;
  MPI_Win win;
  MPI_Group world, peer;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  int ranks[1] = {1 - rank};
  if (size != 2) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Group_incl(world, 1, ranks, &peer);
  MPI_Win_post(peer, 0, win);
  MPI_Win_start(peer, 0, win);
  // CHECK-DAG: pscw.c:[[@LINE+1]]:{{.*}}note: pending since here
  MPI_Get(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
#ifdef OK
  MPI_Win_complete(win);
#endif
  // CHECK-DAG: pscw.c:[[@LINE+1]]:{{.*}}error: the load reads a buffer that a pending MPI_Get writes to [rma-race-local]
  other = value;
#ifndef OK
  MPI_Win_complete(win);
#endif
  MPI_Win_wait(win);
  MPI_Win_free(&win);
  MPI_Group_free(&peer);
  MPI_Group_free(&world);
  if (other == 7) return 1;
  MPI_Finalize();
  return 0;
}
