// Programs let only their first thread call MPI in many ways; a second thread would call it concurrently.
// RUN: %check %s -- -fopenmp 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %check %s -- -fopenmp -DSECOND 2>&1 | FileCheck %s --check-prefix=SECOND
// OK-NOT: warning:
// OK: lockstep: no errors
// SECOND: warning: MPI_Send needs MPI_THREAD_MULTIPLE, but the program requests MPI_THREAD_FUNNELED
#include <mpi.h>
#include <omp.h>

static void send(int value) { MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD); }

static void work(int thread) {
  if (thread == 0) send(1);
}

int main(int argc, char **argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  if (provided < MPI_THREAD_FUNNELED) MPI_Abort(MPI_COMM_WORLD, 1);
#pragma omp parallel
  {
    int isMain;
    MPI_Is_thread_main(&isMain);
    if (isMain) send(0);
    work(omp_get_thread_num());
    const int isFirst = omp_get_thread_num() == 0;
    if (isFirst) send(2);
    if (!isFirst) {
    } else {
      send(3);
    }
    if (!omp_get_thread_num()) send(4);
    switch (omp_get_thread_num()) {
      case 0:
        send(5);
        break;
#ifdef SECOND
      case 1:
        send(6);
        break;
#endif
      default:
        break;
    }
  }
  MPI_Finalize();
  return 0;
}
