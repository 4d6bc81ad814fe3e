// The library ends a rank inside a call: that rank and call are named, with the library's words, and no other rank. Errors
// of communicators, groups, windows and files; the other ranks wait, compute, or may not even have been initialized.
// REQUIRES: mpich, openmpi
// RUN: %mpicc-mpich -g -O0 %s -o %t.mpich
// RUN: %mpicc-openmpi -g -O0 %s -o %t.openmpi
// DEFINE: %{mpich} = %not66 %lockstep run -n 3 --timeout 60 --json %t.json %t.mpich
// DEFINE: %{openmpi} = %not66 %lockstep run -n 3 --timeout 60 --json %t.json %t.openmpi
// DEFINE: %{one} = %json-has %t.json findings.#=1 findings.0.rule=lifecycle findings.0.ranks.0=1
// DEFINE: %{known} = %json-has %t.json findings.#=1 findings.0.rule=arg-rank findings.0.ranks.0=1
//
// RUN: %{mpich} group 2>&1 | FileCheck %s --check-prefix=GROUP
// RUN: %{known}
// RUN: %{openmpi} group 2>&1 | FileCheck %s --check-prefix=GROUP
// RUN: %{known}
// RUN: %{mpich} self 2>&1 | FileCheck %s --check-prefix=SELF
// RUN: %{one}
// RUN: %{openmpi} self 2>&1 | FileCheck %s --check-prefix=SELF
// RUN: %{one}
// RUN: %{mpich} window 2>&1 | FileCheck %s --check-prefix=WINDOW
// RUN: %{one}
// RUN: %{openmpi} window 2>&1 | FileCheck %s --check-prefix=WINDOW
// RUN: %{one}
// RUN: %{openmpi} file 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: %{one}
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv) {
  int rank, none = 99;
  void *memory;
  MPI_Group world, some;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1 && strcmp(argv[1], "group") == 0) {
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    // GROUP: library_gives_up.c:[[@LINE+1]]:{{[0-9]+}}: error: ranks of MPI_Group_incl{{.*}} [arg-rank]
    MPI_Group_incl(world, 1, &none, &some);
    // GROUP: the library aborts here ({{.*}}) on rank 1
  }
  if (rank == 1 && strcmp(argv[1], "self") == 0) {
    // SELF: library_gives_up.c:[[@LINE+1]]:{{[0-9]+}}: error: the MPI library ends rank 1 inside MPI_Comm_call_errhandler: MPI_ERR_OTHER{{.*}} [lifecycle]
    MPI_Comm_call_errhandler(MPI_COMM_SELF, MPI_ERR_OTHER);
  }
  if (rank == 1 && strcmp(argv[1], "window") == 0) {
    // WINDOW: library_gives_up.c:[[@LINE+3]]:{{[0-9]+}}: error: the MPI library ends rank 1 inside MPI_Win_call_errhandler: MPI_ERR_ARG{{.*}} [lifecycle]
    MPI_Win window;
    MPI_Win_allocate(8, 1, MPI_INFO_NULL, MPI_COMM_SELF, &memory, &window);
    MPI_Win_call_errhandler(window, MPI_ERR_ARG);
  }
  if (rank == 1 && strcmp(argv[1], "file") == 0) {
    MPI_File file;
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
    // FILE: library_gives_up.c:[[@LINE+1]]:{{[0-9]+}}: error: the MPI library ends rank 1 inside MPI_File_open: MPI_ERR_NO_SUCH_FILE{{.*}} [lifecycle]
    MPI_File_open(MPI_COMM_SELF, "/does/not/exist", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
