// A null pointer where a result is stored.
// RUN: %check %s 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
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
  // Difference: check does not judge null pointers to results.
  // RUNTIME: null_output.c:[[@LINE-2]]:3: error: flag of MPI_Iprobe (argument 4) is NULL, but the call stores a result there [arg-other]
  // CHECK: lockstep: no errors
  MPI_Finalize();
  return 0;
}
