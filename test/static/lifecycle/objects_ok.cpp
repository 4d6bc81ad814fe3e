// Objects that initialize MPI in their constructor and finalize it in their destructor.
// RUN: %check %s -- -DLOCAL 2>&1 | FileCheck %s --check-prefix=RIGHT
// RUN: %check %s -- -DGLOBAL 2>&1 | FileCheck %s --check-prefix=RIGHT
// RUN: %check %s -- -DFIRST_USE 2>&1 | FileCheck %s --check-prefix=RIGHT
// RUN: %check %s -- -DUNIQUE 2>&1 | FileCheck %s --check-prefix=RIGHT
// RIGHT-NOT: {{warning|error}}:
// RIGHT: lockstep: no errors
#include <mpi.h>

#include <cstdlib>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>

class Environment {
 public:
  Environment() { MPI_Init(nullptr, nullptr); }
  ~Environment() { MPI_Finalize(); }
  Environment(const Environment &) = delete;
  int rank() const {
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
  }
};

#ifdef GLOBAL
static Environment global;
static Environment &environment() { return global; }
#elif defined(FIRST_USE)
static Environment &environment() {
  static Environment environment;
  return environment;
}
#endif

int main(int argc, char **argv) {
#ifdef LOCAL
  Environment here;
  const auto environment = [&]() -> Environment & { return here; };
#elif defined(UNIQUE)
  const auto here = std::make_unique<Environment>();
  const auto environment = [&]() -> Environment & { return *here; };
#endif
  if (environment().rank() > 100000) throw std::runtime_error("many");
  std::cout << std::string("rank ") << environment().rank() << std::endl;
#ifndef LOCAL
#ifndef UNIQUE
  if (argc > 1 && argv[1][0] == 'x') std::exit(0);
#endif
#endif
}
