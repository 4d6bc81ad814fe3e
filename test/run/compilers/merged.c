// Calls that an optimizer would merge, or turn into tail calls: equal ones in two branches, and one at the end of a
// function. Each keeps its own line with every compiler.
// REQUIRES: mpich, openmpi
// RUN: %compilers -n 2 %s | FileCheck %s --implicit-check-not={{[a-z]}}
#include <mpi.h>

static int sum;

/// The last call of the function, in place of which its caller's call might be named.
__attribute__((noinline)) static int copy(MPI_Comm comm, MPI_Comm *made) {
  // CHECK: leak-comm, warning, [[@LINE+1]] MPI_Comm_dup
  return MPI_Comm_dup(comm, made);
}

/// Two calls with the same arguments in two branches.
__attribute__((noinline)) static void get(int *to, int place, int isOdd, MPI_Win win) {
  if (isOdd) {
    ++sum;
    // CHECK: rma-race-local, error, [[@LINE+1]] MPI_Get, [[@LINE+20]] load, within-epoch, passive, target 1, bytes 0 to 4, also [[@LINE+4]] MPI_Get
    MPI_Get(to, 1, MPI_INT, 1, place, 1, MPI_INT, win);
  } else {
    --sum;
    MPI_Get(to, 1, MPI_INT, 1, place, 1, MPI_INT, win);
  }
}

int main(int argc, char **argv) {
  int rank, *base, copies[2] = {0, 0};
  MPI_Win win;
  MPI_Comm made;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  copy(MPI_COMM_WORLD, &made);
  MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, made, &base, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    for (int i = 0; i < 2; ++i) {
      get(&copies[i], 1 + i, i != 0, win);
      sum += copies[i];
    }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum == 1;
}
