// The values of a derived datatype do not lie on members of their type: another type, or half a member on.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: [buffer-
// OK: lockstep: no errors
#include <mpi.h>
#include <stddef.h>

struct Particle {
  char kind;
  double mass, charge;
  int cell;
};

int main(int argc, char **argv) {
  int numbers[4] = {0};
  double row[6] = {0};
  struct Particle particles[3] = {{0}};
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Datatype basic = MPI_INT;
  MPI_Aint places[3] = {offsetof(struct Particle, kind), offsetof(struct Particle, mass),
                        offsetof(struct Particle, cell)};
#else
  MPI_Datatype basic = MPI_DOUBLE;
  MPI_Aint places[3] = {0, sizeof(char), sizeof(char) + 2 * sizeof(double)};
#endif
  MPI_Datatype pair, particle, column;
  int lengths[3] = {1, 2, 1};
  MPI_Datatype types[3] = {MPI_CHAR, MPI_DOUBLE, MPI_INT};
  MPI_Type_contiguous(2, basic, &pair);
  MPI_Type_commit(&pair);
  // CHECK: derived.c:[[@LINE+1]]:3: error: buffer of MPI_Bcast (argument 1) points to memory with integers of 4 bytes where the datatype has MPI_DOUBLE [buffer-type]
  MPI_Bcast(numbers, 1, pair, 0, MPI_COMM_WORLD);
  MPI_Type_create_struct(3, lengths, places, types, &particle);
  MPI_Type_create_resized(particle, 0, sizeof(struct Particle), &types[0]);
  MPI_Type_commit(&types[0]);
  // CHECK: derived.c:[[@LINE+1]]:3: error: buffer of MPI_Bcast (argument 1) points to memory with a floating-point number of 8 bytes where the datatype has MPI_DOUBLE across it [buffer-type]
  MPI_Bcast(particles, 3, types[0], 0, MPI_COMM_WORLD);
  MPI_Type_vector(3, 1, 2, MPI_DOUBLE, &column);
  MPI_Type_commit(&column);
  MPI_Bcast(row, 1, column, 0, MPI_COMM_WORLD);
  MPI_Type_free(&pair);
  MPI_Type_free(&particle);
  MPI_Type_free(&types[0]);
  MPI_Type_free(&column);
  MPI_Finalize();
  return 0;
}
