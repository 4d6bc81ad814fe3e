// A rank that fails aborts all, notifies the others, or still calls their collective. Allocations never fail.
// RUN: for way in CALLER_ABORTS TELLS BROADCASTS RETRIES MEMORY; do %check %s -- -D$way 2>&1 | FileCheck %s || exit 1; done
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int readValue(int rank, int *value) {
  if (rank == 0) {
    FILE *file = fopen("input", "r");
#ifdef TELLS
    if (!file) {
      *value = -1;
      MPI_Bcast(value, 1, MPI_INT, 0, MPI_COMM_WORLD);
      return 1;
    }
#elif defined(BROADCASTS)
    if (!file) {
      *value = -1;
      goto tell;
    }
#elif defined(RETRIES)
    while (!file) file = fopen("other", "r");
#elif defined(MEMORY)
    char *line = malloc(100);
    if (!line) return 1;
    free(line);
    if (!file) MPI_Abort(MPI_COMM_WORLD, 1);
#else
    if (!file) return 1;
#endif
    if (fscanf(file, "%d", value) != 1) *value = 0;
    fclose(file);
  }
#ifdef BROADCASTS
tell:
#endif
  MPI_Bcast(value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return *value < 0;
}

int main(int argc, char **argv) {
  int rank, value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int isWrong = readValue(rank, &value);
#ifdef CALLER_ABORTS
  if (isWrong) MPI_Abort(MPI_COMM_WORLD, 1);
#else
  if (isWrong) {
    MPI_Finalize();
    return 1;
  }
#endif
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
