// A send of a structure without its middle member: only the middle may be stored to.
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
  struct {
    int first;
    double skipped;
    int last[2];
  } record;
  MPI_Datatype type;
  MPI_Request request, back;
  int got[3];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Irecv(got, 3, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &back);
  int lengths[2] = {1, 2};
  MPI_Aint places[2], base;
  MPI_Datatype types[2] = {MPI_INT, MPI_INT};
  MPI_Get_address(&record, &base);
  MPI_Get_address(&record.first, &places[0]);
  MPI_Get_address(&record.last, &places[1]);
  for (int i = 0; i < 2; ++i) places[i] = MPI_Aint_diff(places[i], base);
  MPI_Type_create_struct(2, lengths, places, types, &type);
  MPI_Type_commit(&type);
  // CHECK-DAG: type_struct.c:[[@LINE+1]]:{{.*}}note: pending since here
  MPI_Isend(&record, 1, type, (rank + 1) % size, 0, MPI_COMM_WORLD, &request);
#ifdef OK
  record.skipped = 1;
#else
  // CHECK-DAG: type_struct.c:[[@LINE+1]]:{{.*}}error: the store writes to a buffer that a pending MPI_Isend still reads [buffer-race]
  record.last[1] = 1;
#endif
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Wait(&back, MPI_STATUS_IGNORE);
  MPI_Type_free(&type);
  MPI_Finalize();
  return 0;
}
