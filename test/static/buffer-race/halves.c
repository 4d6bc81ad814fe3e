// A receive into one half of an array: the program may fill the other half, but not one element more.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int values[8];
  MPI_Request requests[2];
#ifdef OK
  const int first = 4;
#else
  const int first = 3;
#endif
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // CHECK-DAG: halves.c:[[@LINE+1]]:{{.*}}note: pending since here
  MPI_Irecv(values, 4, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &requests[0]);
  // CHECK-DAG: halves.c:[[@LINE+1]]:{{.*}}error: the store writes to a buffer that a pending MPI_Irecv also writes to [buffer-race]
  for (int i = first; i < 8; ++i) values[i] = i;
  MPI_Isend(values + 4, 4, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Finalize();
  return 0;
}
