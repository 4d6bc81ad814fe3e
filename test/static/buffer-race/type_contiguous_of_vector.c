// A store to an element of the second vector, which begins where the first one ends, not after its last gap.
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
  int grid[64] = {0};
  MPI_Datatype type, inner;
  MPI_Request request, back;
  int got[64];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Irecv(got, 64, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &back);
  MPI_Type_vector(2, 1, 2, MPI_INT, &inner);
  MPI_Type_contiguous(2, inner, &type);
  MPI_Type_free(&inner);
  MPI_Type_commit(&type);
  // CHECK-DAG: type_contiguous_of_vector.c:[[@LINE+1]]:{{.*}}note: pending since here
  MPI_Isend(grid, 1, type, (rank + 1) % size, 0, MPI_COMM_WORLD, &request);
#ifdef OK
  grid[1] = 1;
  grid[4] = 1;
  grid[6] = 1;
#else
  // CHECK-DAG: type_contiguous_of_vector.c:[[@LINE+1]]:{{.*}}error: the store writes to a buffer that a pending MPI_Isend still reads [buffer-race]
  grid[3] = 1;
#endif
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Wait(&back, MPI_STATUS_IGNORE);
  MPI_Type_free(&type);
  MPI_Finalize();
  return 0;
}
