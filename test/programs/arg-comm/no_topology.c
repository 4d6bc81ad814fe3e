// A query of a Cartesian topology on a communicator without one.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int dims[1] = {2}, periods[1] = {0}, coords[1];
  MPI_Comm line;
  MPI_Init(&argc, &argv);
  MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &line);
#ifdef OK
  MPI_Cart_coords(line, 0, 1, coords);
#else
  MPI_Cart_coords(MPI_COMM_WORLD, 0, 1, coords);
  // BOTH: no_topology.c:[[@LINE-1]]:3: error: comm of MPI_Cart_coords (argument 1) is MPI_COMM_WORLD, which has no Cartesian topology [arg-comm]
#endif
  MPI_Comm_free(&line);
  MPI_Finalize();
  return 0;
}
