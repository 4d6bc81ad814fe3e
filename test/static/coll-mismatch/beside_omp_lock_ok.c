// All ranks take the lock and call the collective.
// RUN: %check %s -- -fopenmp 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>
#include <omp.h>

static omp_lock_t lock;
static double sum;

static void add(double part) {
  omp_set_lock(&lock);
  sum += part;
  omp_unset_lock(&lock);
}

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  omp_init_lock(&lock);
  if (rank == 0) {
    add(1.0);
    MPI_Barrier(MPI_COMM_WORLD);
  } else {
    add(2.0);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  omp_destroy_lock(&lock);
  MPI_Finalize();
  return 0;
}
