// Rank 1 posts only after the message that rank 0 sends after its epoch; it has to post first.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=deadlock outcome.status=deadlock
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=deadlock outcome.status=deadlock
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json --cflags=-DOK %s
// RUN: %json-has %t.json findings.#=0 outcome.status=exited
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json --cflags=-DOK %s
// RUN: %json-has %t.json findings.#=0 outcome.status=exited
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 0, *memory;
  MPI_Win window;
  MPI_Group world, other;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  int peer = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &peer, &other);
  if (rank == 0) {
    MPI_Win_start(other, 0, window);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
    MPI_Win_complete(window);
    MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
#ifdef OK
    MPI_Win_post(other, 0, window);
#endif
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#ifndef OK
    MPI_Win_post(other, 0, window);
#endif
    MPI_Win_wait(window);
  }
  MPI_Group_free(&other);
  MPI_Group_free(&world);
  MPI_Win_free(&window);
  MPI_Finalize();
}
// CHECK: error: ranks 0-1 are deadlocked: rank 0 waits in MPI_Win_{{start|complete}} for rank 1, rank 1 waits in MPI_Recv for rank 0 [deadlock]
