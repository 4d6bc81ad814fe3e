// A null pointer where a result is stored.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <stddef.h>
#include <mpi.h>

int main(int argc, char **argv) {
  int flag;
  MPI_Init(&argc, &argv);
#ifdef OK
  int *to = &flag;
#else
  int *to = NULL;
#endif
  MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, to, MPI_STATUS_IGNORE);
  // BOTH: null_output.c:[[@LINE-1]]:3: error: flag of MPI_Iprobe (argument 4) is NULL, but the call stores a result there [arg-other]
  MPI_Finalize();
  return 0;
}
