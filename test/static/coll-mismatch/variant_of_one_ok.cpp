// One rank visits the alternative of a variant that calls no collective.
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: coll-
// CHECK: lockstep: no errors
#include <mpi.h>

#include <variant>

struct Together {
  void go() const { MPI_Barrier(MPI_COMM_WORLD); }
};
struct Alone {
  void go() const {}
};

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const std::variant<Together, Alone> way = Alone{};
  if (rank == 0) std::visit([](const auto &one) { one.go(); }, way);
  MPI_Finalize();
  return 0;
}
