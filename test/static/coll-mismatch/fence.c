// An atomic fence under a branch on the rank is no memory access, and all ranks call the barrier.
// RUN: %check %s 2>&1 | FileCheck %s --allow-empty
#include <mpi.h>
#include <stdatomic.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  atomic_thread_fence(memory_order_seq_cst);
  if (rank == 0) atomic_thread_fence(memory_order_release);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}

// CHECK-NOT: {{error|warning|note}}:
