// A put to a rank that is not in the group of MPI_Win_start.
// RUN: %check %s 2>&1 | %verdict %s --check-prefix=CHECK
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=RUNTIME
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 1;
  int *memory;
  MPI_Win win;
  MPI_Group world, first, second;
#ifdef OK
  const int target = 1;
#else
  const int target = 0;
#endif
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, (int[]){0}, &first);
  MPI_Group_incl(world, 1, (int[]){1}, &second);
  if (rank == 0) {
    MPI_Win_start(second, 0, win);
    MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
    // Difference: check accepts it, the run reports only that the library refuses it.
    // RUNTIME: outside_group.c:[[@LINE-2]]:5: error: the MPI library ends {{ranks? [-0-9]+}} inside MPI_Put: MPI_ERR_RMA_SYNC: Wrong synchronization of RMA calls [rma-epoch]
    // CHECK: lockstep: no errors
    MPI_Win_complete(win);
  } else if (rank == 1) {
    MPI_Win_post(first, 0, win);
    MPI_Win_wait(win);
  }
  MPI_Group_free(&second);
  MPI_Group_free(&first);
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
