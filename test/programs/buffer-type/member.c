// The datatype does not have its members where the struct has them.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <stddef.h>
#include <mpi.h>

int main(int argc, char **argv) {
  struct cell {
    int id;
    double value;
  } cell = {0, 0};
  MPI_Datatype type;
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Aint places[2] = {offsetof(struct cell, id), offsetof(struct cell, value)};
#else
  MPI_Aint places[2] = {offsetof(struct cell, value), offsetof(struct cell, id)};
#endif
  MPI_Type_create_struct(2, (int[]){1, 1}, places, (MPI_Datatype[]){MPI_INT, MPI_DOUBLE}, &type);
  MPI_Type_commit(&type);
  MPI_Bcast(&cell, 1, type, 0, MPI_COMM_WORLD);
  // Difference: a run names the structure and the place in it.
  // CHECK: member.c:[[@LINE-2]]:3: error: buffer of MPI_Bcast (argument 1) points to memory with floating-point numbers of 8 bytes where the datatype has MPI_INT [buffer-type]
  // RUNTIME: member.c:[[@LINE-3]]:3: error: buffer of MPI_Bcast (argument 1) points to cell, which has a floating-point number of 8 bytes at byte 8, but the datatype has MPI_INT there [buffer-type]
  MPI_Type_free(&type);
  MPI_Finalize();
  return 0;
}
