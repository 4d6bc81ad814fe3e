// A race of a rank that spins on the memory of its own get is printed while it spins: both ranks continue until it has
// been seen.
//
// RUN: rm -rf %t && mkdir %t && %lockstep-mpicc -g -O1 %s -o %t/app
// RUN: %not66 %python %S/Inputs/until-seen.py [rma-race-local] %t/seen %lockstep run -n 2 %t/app %t/seen > %t/out
// RUN: FileCheck %s --input-file=%t/out
//
// REQUIRES: mpich
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int rank, *memory;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  *memory = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    // CHECK: error: {{.*}} [rma-race-local]
    // CHECK-NEXT: -- seen --
    // CHECK: lockstep: 1 error in 2 ranks
    volatile int *flag = malloc(sizeof *flag);
    *flag = 0;
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
    MPI_Get((int *)flag, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
    while (*flag == 0 && access(argv[1], F_OK) != 0) usleep(100);
    MPI_Win_unlock(0, window);
    free((int *)flag);
  }
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
