// Two pending receives write to columns of different strides, which share an element only far from their beginnings.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  static int values[400000], data[20000];
  MPI_Datatype every8, every12;
  MPI_Request requests[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Type_vector(20000, 1, 8, MPI_INT, &every8);
  MPI_Type_vector(20000, 1, 12, MPI_INT, &every12);
  MPI_Type_commit(&every8);
  MPI_Type_commit(&every12);
#ifdef OK
  MPI_Irecv(values + 3, 1, every8, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &requests[0]);
#else
  // CHECK-DAG: many_copies.c:[[@LINE+1]]:{{.*}}note: pending since here
  MPI_Irecv(values + 100001, 1, every8, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &requests[0]);
#endif
  // CHECK-DAG: many_copies.c:[[@LINE+1]]:{{.*}}error: MPI_Irecv writes to a buffer that a pending MPI_Irecv also writes to [buffer-race]
  MPI_Irecv(values + 1, 1, every12, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &requests[1]);
  for (int i = 0; i < 2; ++i) MPI_Send(data, 20000, MPI_INT, rank, i, MPI_COMM_WORLD);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Type_free(&every8);
  MPI_Type_free(&every12);
  MPI_Finalize();
  return 0;
}
