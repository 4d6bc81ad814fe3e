// Calls made by the library inside its own removed routines are not attributed to the program.
// REQUIRES: mpich
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json --cflags=-Wno-deprecated-declarations %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=0
// CHECK-NOT: warning:
#include <mpi.h>
#include <stddef.h>

static int errors;

static void count(MPI_Comm *comm, int *code, ...) {
  (void)comm;
  (void)code;
  ++errors;
}

int main(int argc, char **argv) {
  int keyval, lengths[2] = {1, 1};
  MPI_Aint places[2] = {0, 8};
  MPI_Datatype members[2] = {MPI_INT, MPI_DOUBLE}, pair;
  MPI_Errhandler handler;
  MPI_Init(&argc, &argv);
  MPI_Errhandler_create(count, &handler);
  MPI_Errhandler_set(MPI_COMM_SELF, handler);
  MPI_Errhandler_free(&handler);
  MPI_Keyval_create(MPI_NULL_COPY_FN, MPI_NULL_DELETE_FN, &keyval, NULL);
  MPI_Attr_put(MPI_COMM_SELF, keyval, &keyval);
  MPI_Attr_delete(MPI_COMM_SELF, keyval);
  MPI_Keyval_free(&keyval);
  MPI_Type_struct(2, lengths, places, members, &pair);
  MPI_Type_free(&pair);
  MPI_Errhandler_set(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
  MPI_Finalize();
  return 0;
}
