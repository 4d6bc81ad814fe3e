// Buffers that are large enough: growing vectors, heap arrays that reuse an address, variable-length arrays, members of
// structures, memory behind an external pointer.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 %s 2>&1 | FileCheck %s
// RUN: %lockstep run --mpi openmpi --cflags=-O2 -n 2 --timeout 60 %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

#include <array>
#include <complex>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

struct Halo {
  int count = 3;
  double values[3] = {};
  double more[3] = {};
  void exchange() { MPI_Bcast(values, 6, MPI_DOUBLE, 0, MPI_COMM_WORLD); }
};

struct Point {
  double x, y, z;
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::vector<double> values;
  for (int i = 0; i < 100; ++i) {
    values.push_back(i);
    MPI_Bcast(values.data(), static_cast<int>(values.size()), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
  for (int i = 1; i < 50; ++i) {
    std::unique_ptr<int[]> some(new int[i]());
    MPI_Bcast(some.get(), i, MPI_INT, 0, MPI_COMM_WORLD);
    auto *others = static_cast<long *>(std::calloc(i, sizeof(long)));
    others = static_cast<long *>(std::realloc(others, 2 * i * sizeof(long)));
    others[i] = others[2 * i - 1] = 0;
    MPI_Bcast(others, 2 * i, MPI_LONG, 0, MPI_COMM_WORLD);
    std::free(others);
    double row[i];
    row[0] = 0;
    MPI_Bcast(row, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
  Halo halo;
  halo.exchange();
  std::vector<Point> points(5);
  MPI_Bcast(points.data(), 15, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  std::array<std::complex<double>, 4> numbers{};
  MPI_Bcast(numbers.data(), 4, MPI_CXX_DOUBLE_COMPLEX, 0, MPI_COMM_WORLD);
  MPI_Bcast(numbers.data(), 8, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  std::string text(40, ' ');
  MPI_Bcast(text.data(), 40, MPI_CHAR, 0, MPI_COMM_WORLD);
  std::vector<char> bytes(40);
  MPI_Bcast(bytes.data(), 5, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
