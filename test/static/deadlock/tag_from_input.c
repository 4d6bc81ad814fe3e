// A tag that the command line gives is unknown, but the same on all ranks: one that is always by one too large is an
// error, one that differs only for some input a warning.
// RUN: %not66 %check %s 2>&1 | FileCheck %s --check-prefix=ALWAYS
// RUN: %check %s -- -DCHOICE 2>&1 | FileCheck %s --check-prefix=CHOICE
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// ALWAYS: tag_from_input.c:[[#]]:{{.*}}error: ranks 0-1 are deadlocked: {{.*}} [deadlock]
// CHOICE: tag_from_input.c:[[#]]:{{.*}}warning: depending on the input, ranks 0-1 are deadlocked: {{.*}} [deadlock]
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank, size, value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc < 2 || size < 2) MPI_Abort(MPI_COMM_WORLD, 1);
  const int sent = atoi(argv[1]);
  int expected = atoi(argv[1]);
#if defined CHOICE
  if (argc > 2) ++expected;
#elif !defined OK
  ++expected;
#endif
  if (rank == 0)
    MPI_Send(&value, 1, MPI_INT, 1, sent, MPI_COMM_WORLD);
  else if (rank == 1)
    MPI_Recv(&value, 1, MPI_INT, 0, expected, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (sent > 10) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
