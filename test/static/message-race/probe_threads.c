// All threads of a team probe with a wildcard and receive what they have found: another thread may take the message.
// RUN: %check %s -- -fopenmp 2>&1 | FileCheck %s
// RUN: %check %s -- -fopenmp -DCRITICAL 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %check %s -- -fopenmp -DMATCHED 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %check %s -- -fopenmp -DTAG=omp_get_thread_num\(\) 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: [message-race]
// OK: lockstep: no errors
#include <mpi.h>
#include <omp.h>

#ifndef TAG
#define TAG MPI_ANY_TAG
#endif

int main(int argc, char **argv) {
  int provided, rank, size;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 1) {
#pragma omp parallel num_threads(2)
    {
      int count, data[4], tag = TAG;
      MPI_Status status;
#ifdef MATCHED
      MPI_Message message;
      MPI_Mprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &message, &status);
      MPI_Get_count(&status, MPI_INT, &count);
      MPI_Mrecv(data, count, MPI_INT, &message, MPI_STATUS_IGNORE);
#else
#ifdef CRITICAL
#pragma omp critical
#endif
      {
        // CHECK: probe_threads.c:[[@LINE+1]]:9: warning: another thread may receive the message that MPI_Probe has found: nothing orders MPI_Probe and MPI_Recv of two threads [message-race]
        MPI_Probe(0, tag, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        MPI_Recv(data, count, MPI_INT, 0, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      }
#endif
    }
  } else if (rank == 0 && size > 1) {
    const int data[3] = {1, 2, 3};
    for (int i = 0; i < 2; ++i) MPI_Send(data, 1 + i, MPI_INT, 1, i, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
