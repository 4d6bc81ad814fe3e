// A function returns a request and a number in one structure, which the caller passes on by value.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

typedef struct {
  MPI_Request request;
  int number;
} Operation;

static int value;

static Operation begin(void) {
  Operation operation = {MPI_REQUEST_NULL, 7};
  MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &operation.request);
  return operation;
}

static void end(Operation operation) { MPI_Wait(&operation.request, MPI_STATUS_IGNORE); }

int main(int argc, char **argv) {
  Operation operation;
  MPI_Init(&argc, &argv);
  operation = begin();
  end(operation);
  MPI_Finalize();
  return 0;
}
