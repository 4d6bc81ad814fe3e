// All threads of a team start an operation into one request variable, or wait for one request.
// RUN: %not66 %check %s -- -fopenmp 2>&1 | FileCheck %s
// RUN: %not66 %check %s -- -fopenmp -DWAIT 2>&1 | FileCheck %s --check-prefix=WAIT
// RUN: %check %s -- -fopenmp -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: [handle-race]
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int provided, rank, data[2] = {0, 0};
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef WAIT
  MPI_Request request;
  MPI_Irecv(data, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
#pragma omp parallel num_threads(2)
  // WAIT: request_of_team.c:[[@LINE+1]]:3: error: two threads are given the same request, both in MPI_Wait, and nothing orders the calls [handle-race]
  MPI_Wait(&request, MPI_STATUS_IGNORE);
#else
  MPI_Request shared = MPI_REQUEST_NULL;
#pragma omp parallel num_threads(2)
  {
#ifdef OK
    MPI_Request request;
#else
#define request shared
#endif
    // CHECK: request_of_team.c:[[@LINE+1]]:5: error: two threads are given the same request variable, both in MPI_Isend, and nothing orders the calls [handle-race]
    MPI_Isend(data, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  (void)shared;
#endif
  MPI_Finalize();
  return 0;
}
