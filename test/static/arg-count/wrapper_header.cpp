// A wrong argument passes through a wrapper in a header: the finding names the caller in the program's own code.
// RUN: %not66 %check --json %t.json %s -- -I%S/Inputs 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.sites.0.stack.0.function=exchange findings.0.sites.0.stack.0.line=20
// RUN: %check %s -- -I%S/Inputs -DOK 2>&1 | FileCheck %s --check-prefix=OK
// CHECK: request.hpp:13:{{.*}}: error: count of MPI_Isend (argument 2) is -4, but must not be negative [arg-count]
// CHECK: called from exchange at {{.*}}wrapper_header.cpp:20
// CHECK: called from main at {{.*}}wrapper_header.cpp:34
// OK: lockstep: no errors; 7 MPI calls
#include "request.hpp"

#ifdef OK
constexpr int kCount = 4;
#else
constexpr int kCount = -4;
#endif

static void exchange(double *in, const double *out, int peer) {
  Request receive, send;
  receive.receive(in, 4, peer);
  send.send(out, kCount, peer);
}

static int rankOf(MPI_Comm comm) {
  int rank;
  MPI_Comm_rank(comm, &rank);
  return rank;
}

int main(int argc, char **argv) {
  double in[4], out[4] = {};
  MPI_Init(&argc, &argv);
  int size;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size == 2) exchange(in, out, 1 - rankOf(MPI_COMM_WORLD));
  MPI_Finalize();
}
