// MPI_CHAR is for characters, which reductions do not accept; the libraries do not complain.
// RUN: %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  signed char value = 0, result;
  MPI_Init(&argc, &argv);
#ifdef OK
  const MPI_Datatype type = MPI_SIGNED_CHAR;
#else
  const MPI_Datatype type = MPI_CHAR;
#endif
  MPI_Allreduce(&value, &result, 1, type, MPI_SUM, MPI_COMM_WORLD);
  // BOTH: characters.c:[[@LINE-1]]:3: warning: op of MPI_Allreduce (argument 5) is MPI_SUM, which is not defined for MPI_CHAR [arg-op]
  MPI_Finalize();
  return 0;
}
