// A predefined datatype must not be freed.
// RUN: %check %s 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
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
  // Difference: check does not know that predefined datatypes must not be freed.
  // RUNTIME: predefined_freed.c:[[@LINE-2]]:3: error: datatype of MPI_Type_free (argument 1) is MPI_INT, which must not be freed [arg-datatype]
  // CHECK: lockstep: no errors
  MPI_Finalize();
  return 0;
}
