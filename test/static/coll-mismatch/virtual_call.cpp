// A virtual call whose object depends on the rank; one that only some ranks make, whatever its object is.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DUNKNOWN 2>&1 | FileCheck %s --check-prefix=UNKNOWN
#include <mpi.h>

struct Step {
  virtual void run() = 0;
  virtual ~Step() {}
};
struct Coarse : Step {
  // CHECK: virtual_call.cpp:[[@LINE+2]]:25: error: MPI_Barrier on some ranks meets MPI_Allreduce on others
  // UNKNOWN: virtual_call.cpp:[[@LINE+1]]:25: warning: MPI_Barrier might be called by some ranks
  void run() override { MPI_Barrier(MPI_COMM_WORLD); }
};
struct Fine : Step {
  void run() override {
    int one = 1, sum;
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  }
};

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef UNKNOWN
  Step *step = argc > 1 ? static_cast<Step *>(new Coarse) : new Fine;
  if (rank == 0) step->run();
  delete step;
#else
  Coarse coarse;
  Fine fine;
  Step *step = rank == 0 ? static_cast<Step *>(&coarse) : &fine;
  step->run();
#endif
  MPI_Finalize();
  return 0;
}
