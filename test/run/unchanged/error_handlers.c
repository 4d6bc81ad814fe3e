// The program sees the error handlers that it has set, and the predefined ones otherwise; freeing each returned handler
// once does no harm; the library's messages and the status are those of a run without Lockstep. The program writes to a
// file: launchers lose output of ranks that end so, also without Lockstep. For the same reason only Open MPI's messages
// are checked, or that it failed to print them.
// REQUIRES: mpich, openmpi
// RUN: %mpicc-mpich -g -O0 %s -o %t.mpich.exe
// RUN: %exits 6 mpiexec.mpich -n 2 %t.mpich.exe %t.plain
// RUN: %not66 %lockstep run -n 2 --timeout 60 %t.mpich.exe %t.out
// RUN: diff %t.plain %t.out
// RUN: %exits 6 %lockstep run -n 2 --timeout 60 --error-exitcode 6 -q %t.mpich.exe %t.out
// RUN: %mpicc-openmpi -g -O0 %s -o %t.openmpi.exe
// RUN: %exits 6 mpiexec.openmpi --allow-run-as-root --oversubscribe -n 2 %t.openmpi.exe %t.plain 2>%t.plain.err
// RUN: %not66 %lockstep run -n 2 --timeout 60 %t.openmpi.exe %t.out 2>%t.err
// RUN: diff %t.plain %t.out
// RUN: FileCheck %s --check-prefix=OPENMPI <%t.plain.err
// RUN: FileCheck %s --check-prefix=OPENMPI <%t.err
#include <mpi.h>
#include <stdio.h>

static const char *nameOf(MPI_Errhandler handler) {
  if (handler == MPI_ERRORS_ARE_FATAL) return "fatal";
  if (handler == MPI_ERRORS_RETURN) return "return";
  return "other";
}

static FILE *output;

static void show(int rank, const char *what, MPI_Errhandler handler) {
  if (rank == 0) fprintf(output, "%s %s\n", what, nameOf(handler));
  MPI_Errhandler_free(&handler);
  if (rank == 0 && handler != MPI_ERRHANDLER_NULL) fprintf(output, "not freed\n");
}

int main(int argc, char **argv) {
  int rank, value = 0;
  void *memory;
  MPI_Errhandler handler;
  MPI_Comm copy;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0 && !(output = fopen(argv[1], "w"))) return 1;
  for (int i = 0; i < 20; ++i) {
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &handler);
    show(rank, "world", handler);
  }
  MPI_Comm_dup(MPI_COMM_SELF, &copy);
  MPI_Comm_get_errhandler(copy, &handler);
  show(rank, "copy", handler);
  MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN);
  MPI_Comm_get_errhandler(copy, &handler);
  show(rank, "copy", handler);
  MPI_Comm_set_errhandler(copy, MPI_ERRORS_ARE_FATAL);
  MPI_Comm_get_errhandler(copy, &handler);
  show(rank, "copy", handler);
  MPI_Comm_free(&copy);
  MPI_Win_allocate(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  MPI_Win_get_errhandler(window, &handler);
  show(rank, "window", handler);
  MPI_Win_free(&window);
  MPI_File_get_errhandler(MPI_FILE_NULL, &handler);
  show(rank, "file", handler);
  if (rank == 0) fclose(output);
  MPI_Barrier(MPI_COMM_WORLD);
  // OPENMPI: {{MPI_ERR_RANK: invalid rank|ORTE_ERROR_LOG: }}
  if (rank == 0) MPI_Send(&value, 1, MPI_INT, 99, 0, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
