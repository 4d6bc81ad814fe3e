// Each single, section, task and loop chunk has different requests. If one thread executes several of them, so that the
// variables have the same address, this is no error: on the stack, on the heap, thread-local.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 1 --timeout 60 --cflags=-fopenmp %s 2>&1 | FileCheck %s
// RUN: %lockstep run --mpi openmpi -n 1 --timeout 60 '--cflags=-fopenmp -O2' %s 2>&1 | FileCheck %s
// CHECK-NOT: {{error|warning}}:
// CHECK: lockstep: no errors
#include <mpi.h>

#include <cstdlib>
#include <vector>

static thread_local MPI_Request ofThread;

static void exchange(MPI_Request *request, int tag) {
  int sent = tag, received;
  MPI_Request other;
  MPI_Irecv(&received, 1, MPI_INT, 0, tag, MPI_COMM_WORLD, request);
  MPI_Isend(&sent, 1, MPI_INT, 0, tag, MPI_COMM_WORLD, &other);
  MPI_Wait(&other, MPI_STATUS_IGNORE);
  MPI_Wait(request, MPI_STATUS_IGNORE);
}

static void exchangeAll(int tag) {
  MPI_Request request;
  exchange(&request, tag);
  exchange(&ofThread, tag);
  std::vector<MPI_Request> requests(2);
  exchange(&requests[1], tag);
}

int main(int argc, char **argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) abort();
#pragma omp parallel num_threads(2)
  {
#pragma omp single nowait
    exchangeAll(1);
#pragma omp single nowait
    exchangeAll(2);
#pragma omp sections nowait
    {
#pragma omp section
      exchangeAll(3);
#pragma omp section
      exchangeAll(4);
    }
    MPI_Request requests[8];
    int values[8], count = 0;
#pragma omp for schedule(dynamic, 1) nowait
    for (int i = 10; i < 14; ++i) {
      MPI_Irecv(&values[count], 1, MPI_INT, 0, i, MPI_COMM_WORLD, &requests[count]);
      ++count;
    }
#pragma omp single nowait
    {
      for (int i = 10; i < 14; ++i) {
#pragma omp task firstprivate(i)
        {
          exchangeAll(10 + i);
          MPI_Send(&i, 1, MPI_INT, 0, i, MPI_COMM_WORLD);
        }
      }
#pragma omp taskwait  // the other thread may wait for these messages already
    }
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
  }
  MPI_Finalize();
}
