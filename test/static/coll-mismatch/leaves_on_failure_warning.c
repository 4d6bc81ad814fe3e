// A rank leaves after a failure on that rank only, and the others wait for it in a collective.
// RUN: %check %s -- -DRETURN 2>&1 | FileCheck %s
// RUN: %check %s -- -DFINALIZED 2>&1 | FileCheck %s
// RUN: %check %s -- -DSKIPPED 2>&1 | FileCheck %s
// RUN: %check %s -- -DIN_FUNCTION 2>&1 | FileCheck %s --check-prefix=FUNCTION
// FUNCTION: leaves_on_failure_warning.c:17:3: warning: MPI_Bcast might be called by some ranks of the communicator only [coll-mismatch]
#include <mpi.h>
#include <stdio.h>

static int readValue(int rank, int *value) {
  if (rank == 0) {
    FILE *file = fopen("input", "r");
    if (!file) return 1;
    if (fscanf(file, "%d", value) != 1) *value = 0;
    fclose(file);
  }
  MPI_Bcast(value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return 0;
}

int main(int argc, char **argv) {
  int rank, value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef IN_FUNCTION
  if (readValue(rank, &value) != 0) fprintf(stderr, "no input\n");
#else
  (void)readValue;
  if (rank == 0) {
    FILE *file = fopen(argv[1], "r");
    if (!file) {
#if defined(RETURN)
      return 1;
#elif defined(FINALIZED)
      MPI_Finalize();
      return 1;
#else
      goto end;
#endif
    }
    if (fscanf(file, "%d", &value) != 1) value = 0;
    fclose(file);
  }
  // CHECK: leaves_on_failure_warning.c:[[@LINE+1]]:3: warning: MPI_Bcast might be called by some ranks of the communicator only [coll-mismatch]
  MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  // CHECK: leaves_on_failure_warning.c:[[@LINE-15]]:9: note: the ranks diverge here, by what only some of them get in line [[@LINE-16]]
  // CHECK: help: call MPI_Abort on the error path after line [[@LINE-16]], or tell all ranks first
end:
#endif
  MPI_Finalize();
  return value;
}
