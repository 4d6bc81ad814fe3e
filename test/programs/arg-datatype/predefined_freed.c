// A predefined datatype must not be freed.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Datatype type = MPI_INT;
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Type_dup(MPI_INT, &type);
#endif
  MPI_Type_free(&type);
  // BOTH: predefined_freed.c:[[@LINE-1]]:3: error: datatype of MPI_Type_free (argument 1) is MPI_INT, which must not be freed [arg-datatype]
  MPI_Finalize();
  return 0;
}
