// A bitwise operation on floating-point numbers.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  double value = 0, result;
  MPI_Init(&argc, &argv);
#ifdef OK
  const MPI_Op op = MPI_SUM;
#else
  const MPI_Op op = MPI_BAND;
#endif
  MPI_Allreduce(&value, &result, 1, MPI_DOUBLE, op, MPI_COMM_WORLD);
  // BOTH: bits_of_double.c:[[@LINE-1]]:3: error: op of MPI_Allreduce (argument 5) is MPI_BAND, which is not defined for MPI_DOUBLE [arg-op]
  MPI_Finalize();
  return 0;
}
