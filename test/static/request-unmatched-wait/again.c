// Waiting once more for what is complete, or was freed, is harmless: a note. So it is where the request was started on
// one of the paths.
// REQUIRES: mpich, openmpi
// RUN: %check -v %s 2>&1 | FileCheck %s
// RUN: %lockstep check -v --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s 2>&1 | FileCheck %s --check-prefix=QUIET
// QUIET-NOT: request-unmatched-wait
// QUIET: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 0, other = 0, flag;
  MPI_Request list[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL}, request = MPI_REQUEST_NULL;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Irecv(&value, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &list[1]);
  MPI_Send(&other, 1, MPI_INT, rank, 0, MPI_COMM_WORLD);
  MPI_Waitall(2, list, MPI_STATUSES_IGNORE);
  // CHECK-DAG: again.c:[[@LINE+1]]:{{.*}}note: MPI_Wait is given a null request: there is nothing to complete [request-unmatched-wait]
  MPI_Wait(&list[1], MPI_STATUS_IGNORE);
  // CHECK-DAG: again.c:[[@LINE+1]]:{{.*}}note: MPI_Testall is given a null request: there is nothing to complete [request-unmatched-wait]
  MPI_Testall(2, list, &flag, MPI_STATUSES_IGNORE);
  if (argc > 1) {
    MPI_Ibcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  // CHECK-DAG: again.c:[[@LINE+1]]:{{.*}}note: MPI_Wait is given a null request: there is nothing to complete [request-unmatched-wait]
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
