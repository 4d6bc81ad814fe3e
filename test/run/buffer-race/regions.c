// Two threads of a region share the buffer of a receive. A barrier, dependences, a flush with an
// atomic flag or `critical` put the store in order.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 '--cflags=-fopenmp -DRACE' --json %t.json %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 '--cflags=-fopenmp -DRACE -O2' --json %t.json %s 2>&1 | FileCheck %s
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 --cflags=-fopenmp --json %t.json %s 2>&1 | FileCheck --check-prefix=RIGHT %s
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 '--cflags=-fopenmp -O2' --json %t.json %s 2>&1 | FileCheck --check-prefix=RIGHT %s
// RIGHT-NOT: error:
#include <mpi.h>
#include <omp.h>
#include <stdlib.h>

static void receive(int *into) { MPI_Recv(into, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }

#ifdef RACE
/// Only the thread that does not receive stores, before or behind the receive.
static void both(void) {
  int shared[2] = {0, 0};
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) receive(shared);
    if (omp_get_thread_num() == 1) shared[0] = 1; // stores here
  }
}
#else
static void both(void) {
  int shared[2] = {0, 0}, flag = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp master
    receive(shared);
#pragma omp barrier
    if (omp_get_thread_num() == 1) shared[0] = 1;
#pragma omp barrier
#pragma omp single
    {
#pragma omp task depend(out : shared[0])
      receive(shared);
#pragma omp task depend(inout : shared[0])
      shared[0] = 2;
    }
#pragma omp critical
    if (omp_get_thread_num() == 0)
      receive(shared);
    else
      shared[0] = 3;
#pragma omp barrier
    if (omp_get_thread_num() == 0) {
      receive(shared);
#pragma omp flush
#pragma omp atomic write
      flag = 1;
    } else {
      for (int isSet = 0; !isSet;) {
#pragma omp atomic read
        isSet = flag;
      }
#pragma omp flush
      shared[0] = 4;
    }
  }
}
#endif

int main(int argc, char **argv) {
  int rank, provided, value = 5;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) abort();
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) both();
#ifdef RACE
  const int messages = 1;
#else
  const int messages = 4;
#endif
  for (int i = 0; rank == 1 && i < messages; ++i) MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
}

// CHECK: regions.c:22:{{.*}}error: the store writes to a buffer that MPI_Recv also writes to, and nothing orders the two [buffer-race]
