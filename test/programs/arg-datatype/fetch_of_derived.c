// MPI_Fetch_and_op takes predefined datatypes only.
// RUN: %check %s 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int value = 1, result;
  MPI_Win win;
  int *memory;
  MPI_Datatype type;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Type_contiguous(1, MPI_INT, &type);
  MPI_Type_commit(&type);
  MPI_Win_lock_all(0, win);
#ifdef OK
  MPI_Fetch_and_op(&value, &result, MPI_INT, 0, 0, MPI_SUM, win);
#else
  MPI_Fetch_and_op(&value, &result, type, 0, 0, MPI_SUM, win);
  // Difference: check does not judge derived types here. Nor does the run for a derived type of one element: it reports
  // only that the library refuses it.
  // RUNTIME: fetch_of_derived.c:[[@LINE-3]]:3: error: the MPI library ends {{ranks? [-0-9]+}} inside MPI_Fetch_and_op: MPI_ERR_TYPE: Datatype must be predefined [arg-datatype]
  // CHECK: lockstep: no errors
#endif
  MPI_Win_unlock_all(win);
  MPI_Type_free(&type);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
