// An array of double is sent as MPI_INT.
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
  double values[4] = {0}, got[4];
#ifdef OK
  const MPI_Datatype type = MPI_DOUBLE;
#else
  const MPI_Datatype type = MPI_INT;
#endif
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Irecv(got, 4, MPI_DOUBLE, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &request);
  // CHECK: p2p.c:[[@LINE+1]]:{{.*}}error: buf of MPI_Send (argument 1) points to floating-point numbers of 8 bytes, but the datatype is MPI_INT [buffer-type]
  MPI_Send(values, 4, type, (rank + 1) % size, 0, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
