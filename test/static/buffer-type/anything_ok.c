// Buffers of bytes, characters and unions fit every datatype, and bytes and characters fit every buffer.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  double value = 0;
  long whole = 0;
  char raw[sizeof(double)] = {0};
  union {
    double number;
    int parts[2];
  } both = {0};
  MPI_Init(&argc, &argv);
  MPI_Bcast(&value, sizeof value, MPI_BYTE, 0, MPI_COMM_WORLD);
  MPI_Bcast(&value, sizeof value, MPI_UNSIGNED_CHAR, 0, MPI_COMM_WORLD);
  MPI_Bcast(&whole, sizeof whole, MPI_UNSIGNED_CHAR, 0, MPI_COMM_WORLD);
  MPI_Bcast(&whole, sizeof whole, MPI_SIGNED_CHAR, 0, MPI_COMM_WORLD);
  MPI_Bcast(raw, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Bcast(&both, 2, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
