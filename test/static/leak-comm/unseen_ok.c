// Unknown code may free the communicator: another function, one with its Fortran handle, one that MPI calls in
// MPI_Finalize. Nothing is reported if the program has a choice either.
// RUN: %check %s -- -DFUNCTION 2>&1 | FileCheck %s
// RUN: %check %s -- -DFORTRAN 2>&1 | FileCheck %s
// RUN: %check %s -- -DATTRIBUTE 2>&1 | FileCheck %s
// RUN: %check %s -- -DCHOICE 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

void keep(MPI_Comm comm);
void keepNumber(MPI_Fint comm);

static int freeIt(MPI_Comm comm, int key, void *value, void *extra) {
  (void)comm;
  (void)key;
  (void)extra;
  return MPI_Comm_free(value);
}

int main(int argc, char **argv) {
  static MPI_Comm comm;
  int key;
  MPI_Init(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
#if defined FUNCTION
  keep(comm);
#elif defined FORTRAN
  keepNumber(MPI_Comm_c2f(comm));
#elif defined ATTRIBUTE
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, freeIt, &key, 0);
  MPI_Comm_set_attr(MPI_COMM_SELF, key, &comm);
#else
  if (argc > 1) MPI_Comm_free(&comm);
#endif
  (void)freeIt;
  (void)key;
  MPI_Finalize();
  return 0;
}
