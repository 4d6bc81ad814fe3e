// Objects that depend on the rank, whose functions call the same collective; objects that all ranks choose equally.
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: coll-
// CHECK: lockstep: no errors
#include <mpi.h>

struct Step {
  virtual void run() = 0;
  virtual ~Step() {}
};
struct Coarse : Step {
  void run() override { MPI_Barrier(MPI_COMM_WORLD); }
};
struct Medium : Step {
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
  Coarse coarse;
  Medium medium;
  Step *step = rank == 0 ? static_cast<Step *>(&coarse) : &medium;
  step->run();
  Step *other = argc > 1 ? static_cast<Step *>(new Coarse) : new Fine;
  other->run();
  delete other;
  MPI_Finalize();
  return 0;
}
