// Errors of files are returned by default: what a call returned is a note.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 -v %s 2>&1 | FileCheck %s
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 -v %s 2>&1 | FileCheck %s
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 %s 2>&1 | FileCheck %s --check-prefix=QUIET
// QUIET-NOT: call-failed
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_File file;
  int code, isFailure;
  MPI_Init(&argc, &argv);
  // CHECK: file.c:[[@LINE+1]]:{{[0-9]+}}: note: MPI_File_open returns MPI_ERR_NO_SUCH_FILE{{.*}} [call-failed]
  code = MPI_File_open(MPI_COMM_WORLD, "/does/not/exist", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
  isFailure = code != MPI_SUCCESS;
  MPI_Finalize();
  return isFailure ? 0 : 1;
}
