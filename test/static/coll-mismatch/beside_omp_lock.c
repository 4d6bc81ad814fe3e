// Calls of OpenMP's locks beside it do not hide a collective that only some ranks call.
// RUN: %not66 %check %s -- -fopenmp 2>&1 | FileCheck %s
// RUN: %check %s -- -fopenmp -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
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
    // CHECK: beside_omp_lock.c:[[@LINE+1]]:{{.*}}error: MPI_Barrier is not called by all ranks
    MPI_Barrier(MPI_COMM_WORLD);
  } else {
    add(2.0);
#ifdef OK
    MPI_Barrier(MPI_COMM_WORLD);
#endif
  }
  omp_destroy_lock(&lock);
  MPI_Finalize();
  return 0;
}
