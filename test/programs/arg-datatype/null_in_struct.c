// A structure with a member of MPI_DATATYPE_NULL.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Datatype type;
  MPI_Init(&argc, &argv);
  MPI_Datatype members[2] = {MPI_INT, MPI_DOUBLE};
#ifndef OK
  members[1] = MPI_DATATYPE_NULL;
#endif
  MPI_Type_create_struct(2, (int[]){1, 1}, (MPI_Aint[]){0, 8}, members, &type);
  // BOTH: null_in_struct.c:[[@LINE-1]]:3: error: array_of_types of MPI_Type_create_struct (argument 4) is MPI_DATATYPE_NULL [arg-datatype]
  MPI_Type_free(&type);
  MPI_Finalize();
  return 0;
}
