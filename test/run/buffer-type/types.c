// Memory whose declared type differs from the datatype: variables, members, a heap block, and memory that another
// function allocates or gets as an argument.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep run --mpi openmpi --cflags=-O2 -n 2 --timeout 60 %s 2>&1 | FileCheck %s
#include <mpi.h>
#include <stddef.h>
#include <stdlib.h>

struct Particle {
  short kind;
  double mass;
  float x[3];
};
static struct Particle particles[3];

struct Field {
  int n;
  float *values;
};

__attribute__((noinline)) static void fill(struct Field *field, int n) {
  field->n = n;
  field->values = malloc(n * sizeof *field->values);
}

int main(int argc, char **argv) {
  MPI_Datatype pair, wrong, right;
  int counts[2] = {0, 0};
  struct Field field;
  long *numbers = malloc(4 * sizeof(long));
  MPI_Init(&argc, &argv);
  MPI_Type_contiguous(argc, MPI_DOUBLE, &pair);
  MPI_Type_commit(&pair);
  // CHECK-DAG: types.c:[[@LINE+1]]:{{[0-9]+}}: error: buffer of MPI_Bcast (argument 1) points to integers of 4 bytes, but the datatype has MPI_DOUBLE there [buffer-type]
  MPI_Bcast(counts, 1, pair, 0, MPI_COMM_WORLD);

  int lengths[3] = {1, 1, 3};
  MPI_Datatype members[3] = {MPI_SHORT, MPI_DOUBLE, MPI_FLOAT};
  MPI_Aint packed[3] = {0, sizeof(short), sizeof(short) + sizeof(double)};
  MPI_Aint places[3] = {0, offsetof(struct Particle, mass), offsetof(struct Particle, x)};
  MPI_Type_create_struct(3, lengths, packed, members, &wrong);
  MPI_Type_create_struct(3, lengths, places, members, &right);
  MPI_Type_commit(&wrong);
  MPI_Type_commit(&right);
  // CHECK-DAG: types.c:[[@LINE+1]]:{{[0-9]+}}: error: buffer of MPI_Bcast (argument 1) points to Particle, which has no member at byte 2, but the datatype has MPI_DOUBLE there [buffer-type]
  MPI_Bcast(particles, 1, wrong, 0, MPI_COMM_WORLD);
  MPI_Bcast(particles, 1, right, 0, MPI_COMM_WORLD);

  for (int i = 0; i < 4; ++i) numbers[i] = i;
  // CHECK-DAG: types.c:[[@LINE+1]]:{{[0-9]+}}: error: buffer of MPI_Bcast (argument 1) points to memory allocated for integers of 8 bytes, but the datatype is MPI_INT [buffer-type]
  MPI_Bcast(numbers, 4, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Bcast(numbers, 4, MPI_LONG, 0, MPI_COMM_WORLD);
  fill(&field, 8);
  // CHECK-DAG: types.c:[[@LINE+1]]:{{[0-9]+}}: error: buffer of MPI_Bcast (argument 1) points to memory allocated for floating-point numbers of 4 bytes, but the datatype is MPI_DOUBLE [buffer-type]
  MPI_Bcast(field.values, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Type_free(&pair);
  MPI_Type_free(&wrong);
  MPI_Type_free(&right);
  MPI_Finalize();
  free(field.values);
  free(numbers);
  return 0;
}
// CHECK: 4 errors
