// The receive buffer of a collective overlaps its send buffer; adjacent buffers do not.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DRIGHT 2>&1 | FileCheck %s --check-prefix=RIGHT
// RIGHT-NOT: {{warning|error}}:
// RIGHT: lockstep: no errors
#include <mpi.h>

#ifdef RIGHT
#define AT 4
#else
#define AT 3
#endif

int main(int argc, char **argv) {
  int values[8] = {0};
  MPI_Init(&argc, &argv);
  MPI_Allreduce(values, values + AT, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  // CHECK: collective.c:[[#@LINE-1]]:3: error: MPI_Allreduce reads sendbuf and writes recvbuf, and the two overlap [buffer-overlap]
  // CHECK: help: pass MPI_IN_PLACE where the result replaces the data, or a buffer of its own
  MPI_Allreduce(MPI_IN_PLACE, values, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Reduce(values, argc > 100 ? values : 0, 0, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
