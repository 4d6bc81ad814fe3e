// A null buffer, though data is transferred.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <stddef.h>
#include <mpi.h>

int main(int argc, char **argv) {
  int value = 0;
  MPI_Init(&argc, &argv);
#ifdef OK
  void *buffer = &value;
#else
  void *buffer = NULL;
#endif
  MPI_Bcast(buffer, 1, MPI_INT, 0, MPI_COMM_WORLD);
  // BOTH: null.c:[[@LINE-1]]:3: error: buffer of MPI_Bcast (argument 1) is NULL, but the call transfers data [arg-buffer]
  MPI_Finalize();
  return 0;
}
