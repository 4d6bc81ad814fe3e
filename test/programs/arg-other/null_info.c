// A key is set in MPI_INFO_NULL.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Info info = MPI_INFO_NULL;
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Info_create(&info);
#endif
  MPI_Info_set(info, "no_locks", "true");
  // BOTH: null_info.c:[[@LINE-1]]:3: error: info of MPI_Info_set (argument 1) is MPI_INFO_NULL [arg-other]
  if (info != MPI_INFO_NULL) MPI_Info_free(&info);
  MPI_Finalize();
  return 0;
}
