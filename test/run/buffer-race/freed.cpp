// The memory of C++ library objects is freed while operations use it: a vector that grows, one that is replaced, one
// that ends with its owner. The finding is at the program's own place, not in a system header.
// REQUIRES: mpich, openmpi
// RUN: for mpi in mpich openmpi; do for level in -O0 -O2; do %not66 %lockstep run --mpi $mpi -n 2 --timeout 60 --cflags="-DEARLY $level" %s 2>&1 | FileCheck %s || exit 1; done; done
// RUN: for mpi in mpich openmpi; do %lockstep run --mpi $mpi -n 2 --timeout 60 --cflags=-O2 %s 2>&1 | FileCheck %s --check-prefix=RIGHT || exit 1; done
// RIGHT: lockstep: no errors
#include <mpi.h>

#include <cstddef>
#include <memory>
#include <vector>

namespace {

constexpr int kCount = 500;

struct Exchange {
  std::vector<double> out = std::vector<double>(kCount, 1.0);

  void start(int other, MPI_Request *requests) {
    static double in[kCount];
    MPI_Irecv(in, kCount, MPI_DOUBLE, other, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(out.data(), kCount, MPI_DOUBLE, other, 1, MPI_COMM_WORLD, &requests[1]);
  }
};

void finish(MPI_Request *requests) { MPI_Waitall(2, requests, MPI_STATUSES_IGNORE); }

void grow(Exchange &exchange, MPI_Request *requests) {
#ifndef EARLY
  finish(requests);
#endif
  // CHECK-DAG: freed.cpp:[[@LINE+1]]:{{.*}}error: memory is freed while a pending MPI_Isend still uses it [buffer-race]
  exchange.out.resize(std::size_t{10} * kCount);
#ifdef EARLY
  finish(requests);
#endif
}

void replace(Exchange &exchange, MPI_Request *requests) {
#ifndef EARLY
  finish(requests);
#endif
  // CHECK-DAG: freed.cpp:[[@LINE+1]]:{{.*}}error: memory is freed while a pending MPI_Isend still uses it [buffer-race]
  exchange.out = std::vector<double>(std::size_t{2} * kCount, 2.0);
#ifdef EARLY
  finish(requests);
#endif
}

void drop(std::unique_ptr<Exchange> exchange, MPI_Request *requests) {
#ifndef EARLY
  finish(requests);
#endif
  // The destructor of the structure has no lines of its own.
  // CHECK-DAG: freed.cpp:{{[0-9]+}}:{{.*}}error: memory is freed while a pending MPI_Isend still uses it [buffer-race]
  exchange.reset();
#ifdef EARLY
  finish(requests);
#endif
}

}  // namespace

int main(int argc, char **argv) {
  int rank;
  MPI_Request requests[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  Exchange first, second;
  first.start(1 - rank, requests);
  grow(first, requests);
  second.start(1 - rank, requests);
  replace(second, requests);
  auto third = std::make_unique<Exchange>();
  third->start(1 - rank, requests);
  drop(std::move(third), requests);
  MPI_Finalize();
  return 0;
}
// CHECK: lockstep: 3 errors
