// What the programs have in common: the time of their own work and the memory of all ranks, as "seconds kilobytes".
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

/// On the clock, or of the processor, which a busy machine disturbs less.
static inline double now(void) {
  struct timespec time;
  clock_gettime(getenv("BENCH_PROCESSOR") ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static inline void report(double seconds) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  double kilobytes = (double)usage.ru_maxrss, most, all;
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Reduce(&seconds, &most, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  MPI_Reduce(&kilobytes, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%.6f %.0f\n", most, all);
}

static inline long argument(int argc, char **argv, int which, long otherwise) {
  return argc > which ? atol(argv[which]) : otherwise;
}
