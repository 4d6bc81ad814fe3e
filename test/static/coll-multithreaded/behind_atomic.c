// The result of an atomic operation decides a branch, and behind it all threads call a collective. What only the first
// thread to arrive calls, or what waits for its turn, is correct.
// RUN: %not66 %check %s -- -fopenmp -DBEHIND 2>&1 | FileCheck %s
// RUN: %check %s -- -fopenmp -DFIRST 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %check %s -- -fopenmp -DSTORED 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %check %s -- -fopenmp -DTICKET 2>&1 | FileCheck %s --check-prefix=OK
// CHECK: behind_atomic.c:[[@LINE+25]]:5: error: MPI_Barrier is called by several threads of a process on the same communicator [coll-multithreaded]
// OK-NOT: [coll-
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int provided, arrived = 0, seen = 0, serving = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
#pragma omp parallel num_threads(2) shared(arrived, seen, serving)
  {
    int before, chosen = 0, turn = 0;
#pragma omp atomic capture
    before = arrived++;
    if (before == 0) {
#if defined FIRST
      MPI_Barrier(MPI_COMM_WORLD);
#elif defined STORED
      chosen = 1;
#else
#pragma omp atomic
      seen++;
#endif
    }
#if defined BEHIND
    MPI_Barrier(MPI_COMM_WORLD);
#elif defined STORED
    if (chosen) MPI_Barrier(MPI_COMM_WORLD);
#elif defined TICKET
    do {
#pragma omp atomic read
      turn = serving;
    } while (turn != before);
    MPI_Barrier(MPI_COMM_WORLD);
#pragma omp atomic
    serving++;
#endif
    (void)chosen;
    (void)turn;
  }
  MPI_Finalize();
  return seen > 2;
}
