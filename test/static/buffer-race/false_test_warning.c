// MPI_Test has completed the receive where its flag is true, and not where it is false.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int got = 0, sent = 0, flag;
  MPI_Request request, out;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Isend(&sent, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &out);
  // CHECK-DAG: false_test_warning.c:[[@LINE+1]]:{{.*}}note: pending since here
  MPI_Irecv(&got, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &request);
  MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
#ifdef OK
  if (flag) rank += got;
#else
  // CHECK-DAG: false_test_warning.c:[[@LINE+1]]:{{.*}}warning: the load reads a buffer that a pending MPI_Irecv writes to [buffer-race]
  if (!flag) rank += got;
#endif
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Wait(&out, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
