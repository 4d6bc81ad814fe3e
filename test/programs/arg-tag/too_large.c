// The tag of a send is above MPI_TAG_UB.
// RUN: %check %s 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int flag;
#ifdef OK
  const int tag = 32767;
#else
  const int tag = 2147483647;
#endif
  MPI_Init(&argc, &argv);
  MPI_Iprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  // Difference: check does not know MPI_TAG_UB.
  // RUNTIME: too_large.c:[[@LINE-2]]:3: error: tag of MPI_Iprobe (argument 2) is 2147483647, but tags go from 0 to {{[0-9]+}} (MPI_TAG_UB) [arg-tag]
  // CHECK: lockstep: no errors
  MPI_Finalize();
  return 0;
}
