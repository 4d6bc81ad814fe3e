// Two threads probe and receive the probed message: the other may take it. With a matched probe, or a lock, it is
// correct.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 --cflags=-fopenmp %s 2>&1 | FileCheck %s
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 --cflags=-fopenmp %s 2>&1 | FileCheck %s
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 --cflags="-fopenmp -DLOCKED" %s 2>&1 | FileCheck %s --check-prefix=RIGHT
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 --cflags="-fopenmp -DMATCHED" %s 2>&1 | FileCheck %s --check-prefix=RIGHT
#include <mpi.h>

static void take(void) {
  int x;
  MPI_Status status;
#ifdef MATCHED
  MPI_Message message;
  MPI_Mprobe(0, MPI_ANY_TAG, MPI_COMM_WORLD, &message, &status);
  MPI_Mrecv(&x, 1, MPI_INT, &message, &status);
#else
  MPI_Probe(0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
  MPI_Recv(&x, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
#endif
}

int main(int argc, char **argv) {
  int provided, rank, x = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Send(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Send(&x, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
  } else {
#pragma omp parallel num_threads(2)
    {
#ifdef LOCKED
#pragma omp critical
#endif
      take();
    }
  }
  MPI_Finalize();
  return 0;
}

// CHECK: probe_two_threads.c:[[#@LINE-26]]:{{.*}} warning: another thread may receive the message that MPI_Probe has found: nothing orders MPI_Probe and MPI_Recv of two threads [message-race]
// RIGHT-NOT: warning:
// RIGHT: lockstep: no errors
