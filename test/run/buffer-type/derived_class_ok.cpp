// A pointer to a base class does not give the type of its object; elements of blocks may be at other offsets than its
// type has them.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 %s 2>&1 | FileCheck %s
// RUN: %lockstep run --mpi openmpi --cflags=-O2 -n 2 --timeout 60 %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

#include <cstddef>
#include <cstdlib>
#include <memory>

struct Base {
  int kind = 0;
  int count = 0;
};
struct Field : Base {
  double values[4] = {};
};
struct Shape {
  virtual ~Shape() = default;
  virtual double *data() = 0;
};
struct Square : Shape {
  double side[2] = {};
  double *data() override { return side; }
};
struct Message {
  long length;
  double content[1];
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  Base *base = new Field;
  MPI_Bcast(static_cast<Field *>(base)->values, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  std::unique_ptr<Shape> shape(new Square);
  MPI_Bcast(shape->data(), 2, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  auto shared = std::make_shared<Field>();
  MPI_Bcast(shared->values, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  auto *message = static_cast<Message *>(std::calloc(1, offsetof(Message, content) + 16 * sizeof(double)));
  MPI_Bcast(message->content, 16, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  std::free(message);
  delete static_cast<Field *>(base);
  MPI_Finalize();
  return 0;
}
