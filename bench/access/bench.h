// What the programs have in common: the time of their own work and the largest memory of a rank, as "seconds kilobytes".
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

static inline void report(double seconds) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  double mine[2] = {seconds, (double)usage.ru_maxrss}, most[2];
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Reduce(mine, most, 2, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%.6f %.0f\n", most[0], most[1]);
}

static inline long argument(int argc, char **argv, int which, long otherwise) {
  return argc > which ? atol(argv[which]) : otherwise;
}
