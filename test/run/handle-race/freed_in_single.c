// One single uses a communicator and an info object, the next one frees them: with `nowait` they are unordered.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --cflags=-fopenmp --json %t.json %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --cflags=-fopenmp --json %t.json %s 2>&1 | FileCheck %s
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 --cflags="-fopenmp -DWAITS" %s 2>&1 | FileCheck %s --check-prefix=RIGHT
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 --cflags="-fopenmp -DWAITS" %s 2>&1 | FileCheck %s --check-prefix=RIGHT
#include <mpi.h>
#include <sched.h>

int main(int argc, char **argv) {
  int provided, rank, x = 0, y = 0, used = 0;
  MPI_Comm copy;
  MPI_Info info;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Info_create(&info);
#pragma omp parallel num_threads(4)
  {
#pragma omp single nowait
    {
      MPI_Sendrecv(&x, 1, MPI_INT, 1 - rank, 0, &y, 1, MPI_INT, 1 - rank, 0, copy, MPI_STATUS_IGNORE);
      MPI_Info_set(info, "a", "b");
      __atomic_store_n(&used, 1, __ATOMIC_RELAXED);
    }
#ifdef WAITS
#pragma omp barrier
#endif
#pragma omp single
    {
      // So that it goes well here. A relaxed load orders nothing.
      while (!__atomic_load_n(&used, __ATOMIC_RELAXED)) sched_yield();
      MPI_Comm_free(&copy);
      MPI_Info_free(&info);
    }
  }
  MPI_Finalize();
  return 0;
}

// CHECK-DAG: error: MPI_Comm_free frees a communicator that another thread may still use in MPI_Sendrecv: nothing orders the calls [handle-race]
// CHECK-DAG: error: MPI_Info_free frees an info object that another thread may still use in MPI_Info_set: nothing orders the calls [handle-race]
// RIGHT: lockstep: no errors
