// Partitions that the operation does not have, that are marked ready twice, before the start, or asked for without one.
// REQUIRES: mpich
// RUN: %not66 %lockstep check --mpi mpich %s -- -DRANGE 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: %not66 %lockstep check --mpi mpich %s -- -DOVERLAP 2>&1 | FileCheck %s --check-prefix=OVERLAP
// RUN: %not66 %lockstep check --mpi mpich %s -- -DEARLY 2>&1 | FileCheck %s --check-prefix=EARLY
// RUN: %lockstep check --mpi mpich %s -- -DUNSTARTED 2>&1 | FileCheck %s --check-prefix=UNSTARTED
// RUN: %not66 %lockstep check --mpi mpich %s -- -DMISSING 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: %lockstep check --mpi mpich %s 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi mpich %s -- -DLIST 2>&1 | FileCheck %s --check-prefix=OK
// RANGE: error: partition_high of MPI_Pready_range (argument 2) is partition 4, but the operation has partitions 0 to 3 [arg-other]
// OVERLAP: error: partition_low of MPI_Pready_range (argument 1) is partition 2, which has been marked ready before [arg-other]
// EARLY: error: request of MPI_Pready_range (argument 3) is not active: partitions are marked ready between the start and the completion [arg-request]
// UNSTARTED: warning: request of MPI_Parrived (argument 1) was never started: no partition can arrive [arg-request]
// MISSING: error: rank 0 is deadlocked: it waits in MPI_Wait for partition 3 of its own message, never marked ready
// OK-NOT: {{error|warning}}:
// OK: lockstep: no errors
#include <mpi.h>

#ifdef RANGE
enum { kEnd = 4 };
#elif defined MISSING
enum { kEnd = 2 };
#else
enum { kEnd = 3 };
#endif

int main(int argc, char **argv) {
  int rank, size, arrived = 0, data[8] = {0};
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size != 2) MPI_Abort(MPI_COMM_WORLD, 1);
  if (rank == 0) {
    MPI_Psend_init(data, 4, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
#ifdef EARLY
    MPI_Pready_range(0, 1, request);
#endif
    MPI_Start(&request);
    for (int i = 0; i < 4; ++i) data[i] = i;
#ifdef LIST
    int list[] = {0, 2, 1, 3};
    MPI_Pready_list(4, list, request);
#else
    MPI_Pready(0, request);
    MPI_Pready_range(1, kEnd, request);
#endif
#ifdef OVERLAP
    MPI_Pready_range(2, 3, request);
#endif
  } else {
    MPI_Precv_init(data, 4, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
#ifdef UNSTARTED
    MPI_Parrived(request, 1, &arrived);
#endif
    MPI_Start(&request);
    MPI_Parrived(request, 1, &arrived);
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Finalize();
  return arrived > 1;
}
