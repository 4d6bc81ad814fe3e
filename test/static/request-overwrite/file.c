// The second write to a file overwrites the request of the first, which is never completed.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int value = 0, other = 0;
  MPI_File file;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_File_open(MPI_COMM_WORLD, "data", MPI_MODE_RDWR, MPI_INFO_NULL, &file);
  // CHECK-DAG: file.c:[[@LINE+1]]:{{.*}}error: the request of MPI_File_iwrite_at is overwritten by that of MPI_File_iwrite_at and never completed [request-overwrite]
  MPI_File_iwrite_at(file, 0, &value, 1, MPI_INT, &request);
#ifdef OK
  MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
  // CHECK-DAG: file.c:[[@LINE+1]]:{{.*}}note: overwrites the request here
  MPI_File_iwrite_at(file, 4, &other, 1, MPI_INT, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
  MPI_Finalize();
  return 0;
}
