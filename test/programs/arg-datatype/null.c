// MPI_DATATYPE_NULL is no datatype of data.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int value = 0;
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
#else
  MPI_Bcast(&value, 1, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD);
  // BOTH: null.c:[[@LINE-1]]:3: error: datatype of MPI_Bcast (argument 3) is MPI_DATATYPE_NULL [arg-datatype]
#endif
  MPI_Finalize();
  return 0;
}
