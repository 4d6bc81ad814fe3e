// An array of doubles is sent as integers.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  double values[4] = {0};
  MPI_Init(&argc, &argv);
#ifdef OK
  const MPI_Datatype type = MPI_DOUBLE;
#else
  const MPI_Datatype type = MPI_INT;
#endif
  MPI_Bcast(values, 4, type, 0, MPI_COMM_WORLD);
  // BOTH: double_as_int.c:[[@LINE-1]]:3: error: buffer of MPI_Bcast (argument 1) points to floating-point numbers of 8 bytes, but the datatype is MPI_INT [buffer-type]
  MPI_Finalize();
  return 0;
}
