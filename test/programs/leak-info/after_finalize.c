// An info object may be freed after MPI_Finalize, but has to be.
// RUN: %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Info info;
  MPI_Init(&argc, &argv);
  MPI_Info_create(&info);
  // BOTH: after_finalize.c:[[@LINE-1]]:3: warning: the info object that MPI_Info_create makes here is never freed [leak-info]
  MPI_Finalize();
#ifdef OK
  MPI_Info_free(&info);
#endif
  return 0;
}
