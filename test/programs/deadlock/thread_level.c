// The ranks exchange two messages in different order, from a single construct, though only MPI_THREAD_FUNNELED was asked
// for: two errors, since which receive a message fits does not depend on the thread level.
// RUN: %check %s -- -fopenmp 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile -fopenmp %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
// RUN: %check %s -- -DOK -fopenmp 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK -fopenmp %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>
#include <omp.h>

int main(int argc, char **argv) {
  int rank, provided, out = 1, in, entered = 0;
#ifdef OK
  const int level = MPI_THREAD_SERIALIZED, first = 0;
#else
  const int level = MPI_THREAD_FUNNELED, first = 1;
#endif
  MPI_Init_thread(&argc, &argv, level, &provided);
  if (provided < level) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel num_threads(2)
  {
    int goesOn = omp_get_thread_num() == 0;  // the first thread comes to the single construct first, and executes it
    while (!goesOn) {
#pragma omp atomic read
      goesOn = entered;
    }
#pragma omp single
    {
#pragma omp atomic write
      entered = 1;
      for (int k = 0; k < 2; ++k) {
        const int tag = rank == 0 ? k : (k + first) % 2;
        MPI_Sendrecv(&out, 1, MPI_INT, 1 - rank, tag, &in, 1, MPI_INT, 1 - rank, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        // Difference: check judges the level asked for, and says nothing of what several threads send.
        // CHECK: thread_level.c:[[@LINE-2]]:9: warning: MPI_Sendrecv needs MPI_THREAD_SERIALIZED, but the program requests MPI_THREAD_FUNNELED [thread-level]
        // RUNTIME: thread_level.c:[[@LINE-3]]:9: error: MPI_Sendrecv is called in a construct that any thread may execute (single, section, task or loop), but the provided thread level is MPI_THREAD_FUNNELED [thread-level]
        // RUNTIME: thread_level.c:[[@LINE-4]]:9: error: ranks 0-1 are deadlocked: rank 0 waits in MPI_Sendrecv for rank 1, rank 1 waits in MPI_Sendrecv for rank 0 [deadlock]
      }
    }
  }
  MPI_Finalize();
  return 0;
}
