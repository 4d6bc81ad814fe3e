// An exchange that is called through std::unique_ptr, and one that is called through std::function: a store into a
// buffer that is still being sent is found in both.
// RUN: %not66 %check --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=2
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// CHECK-DAG: virtual_call.cpp:25:{{.*}}: error: the store writes to a buffer that a pending MPI_Isend still reads [buffer-race]
// CHECK-DAG: virtual_call.cpp:44:{{.*}}: error: the store writes to a buffer that a pending MPI_Isend still reads [buffer-race]
// OK: lockstep: no errors; 10 MPI calls
#include <mpi.h>

#include <functional>
#include <memory>

struct Halo {
  virtual ~Halo() = default;
  virtual void exchange(double *out, double *in, int peer) = 0;
};

struct Nonblocking : Halo {
  void exchange(double *out, double *in, int peer) override {
    MPI_Request requests[2];
    MPI_Irecv(in, 4, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(out, 4, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &requests[1]);
#ifndef OK
    out[1] = 1;
#endif
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  }
};

int main(int argc, char **argv) {
  double in[4], out[4] = {};
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size == 2) {
    const std::unique_ptr<Halo> halo = std::make_unique<Nonblocking>();
    halo->exchange(out, in, 1 - rank);
    MPI_Request sent;
    const std::function<void(int)> start = [&](int peer) {
      MPI_Isend(out, 4, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD, &sent);
#ifndef OK
      out[2] = 2;
#endif
    };
    start(1 - rank);
    MPI_Recv(in, 4, MPI_DOUBLE, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
