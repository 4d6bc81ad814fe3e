// Two threads send messages of different lengths with one tag, unordered; the receivers use the status of their matched
// probes. Only the statuses show which message came first.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 --cflags=-fopenmp %s 2>&1 | FileCheck %s
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 --cflags=-fopenmp %s 2>&1 | FileCheck %s
// CHECK: no errors
#include <mpi.h>
#include <omp.h>

int main(int argc, char **argv) {
  int rank, provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int round = 0; round < 20; round++) {
#pragma omp parallel num_threads(2)
    {
      int values[3] = {0};
      if (rank == 0) {
        MPI_Send(values, 1 + 2 * omp_get_thread_num(), MPI_INT, 1, 7, MPI_COMM_WORLD);
      } else {
        int count;
        MPI_Message message;
        MPI_Status status = {0};
        MPI_Mprobe(0, 7, MPI_COMM_WORLD, &message, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        MPI_Mrecv(values, count, MPI_INT, &message, MPI_STATUS_IGNORE);
      }
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
