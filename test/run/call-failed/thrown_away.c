// Errors are returned. Where the compiler has seen that the program throws the result away it is a warning, else a note.
// REQUIRES: mpich, openmpi
// RUN: for mpi in mpich openmpi; do %lockstep run -v --mpi $mpi -n 2 --timeout 60 %s 2>&1 | FileCheck %s || exit 1; done
// RUN: for mpi in mpich openmpi; do %lockstep run -v --mpi $mpi -n 2 --timeout 60 --cflags=-O2 %s 2>&1 | FileCheck %s || exit 1; done
#include <mpi.h>
#include <stdio.h>

static int open_it(MPI_File *file) {
  // CHECK-DAG: thrown_away.c:[[@LINE+1]]:{{.*}}note: MPI_File_open returns MPI_ERR_NO_SUCH_FILE
  return MPI_File_open(MPI_COMM_SELF, "/absent/file", MPI_MODE_RDONLY, MPI_INFO_NULL, file);
}

int main(int argc, char **argv) {
  MPI_File file;
  MPI_Init(&argc, &argv);
  // CHECK-DAG: thrown_away.c:[[@LINE+1]]:{{.*}}warning: MPI_File_open returns MPI_ERR_NO_SUCH_FILE{{.*}}, and the program ignores it [call-failed]
  MPI_File_open(MPI_COMM_SELF, "/absent/file", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
  // CHECK-DAG: thrown_away.c:[[@LINE+1]]:{{.*}}note: MPI_File_open returns MPI_ERR_NO_SUCH_FILE
  if (MPI_File_open(MPI_COMM_SELF, "/absent/file", MPI_MODE_RDONLY, MPI_INFO_NULL, &file) != MPI_SUCCESS)
    printf("not there\n");
  if (open_it(&file) != MPI_SUCCESS) printf("still not there\n");
  MPI_Finalize();
  return 0;
}
