// A store before the wait, behind a setup whose loops and branches are skipped: options, a table filled by a condition
// on data, a search that ends in two ways. What they cannot have written is still known.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Field {
  int cells, rank, size;
  double step;
  double *values;
};

static void readOptions(int argc, char **argv, struct Field *field) {
  for (int i = 1; i < argc; ++i) {
    if (strcmp(argv[i], "-step") == 0 && i + 1 < argc)
      field->step = atof(argv[++i]);
    else if (strcmp(argv[i], "-quiet") != 0)
      MPI_Abort(MPI_COMM_WORLD, 2);
  }
}

static void fill(struct Field *field) {
  for (int i = 0; i < field->cells; ++i) {
    if (field->values[i] > field->step)
      field->values[i] = field->step;
    else
      field->values[i] += 0.5 * i;
  }
  if (field->values[3] > 1) field->step /= 2;
}

static int find(const struct Field *field, double value) {
  for (int i = 0; i < field->cells; ++i)
    if (field->values[i] == value) return i;
  return -1;
}

int main(int argc, char **argv) {
  struct Field field = {4000, 0, 1, 0.1, NULL};
  MPI_Request request;
  double edge = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &field.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &field.size);
  readOptions(argc, argv, &field);
  field.values = calloc((size_t)field.cells, sizeof(double));
  MPI_Isend(&edge, 1, MPI_DOUBLE, (field.rank + 1) % field.size, 1, MPI_COMM_WORLD, &request);
  fill(&field);
  if (find(&field, 7) < 0) printf("no cell is full\n");
  MPI_Recv(field.values, 1, MPI_DOUBLE, (field.rank + field.size - 1) % field.size, 1, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
#ifdef OK
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  edge = field.values[0];
#else
  edge = field.values[0];  // CHECK: [[#@LINE]]:8: error: the store writes to a buffer that a pending MPI_Isend still reads [buffer-race]
  MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
  free(field.values);
  MPI_Finalize();
  return edge > 0;
}
