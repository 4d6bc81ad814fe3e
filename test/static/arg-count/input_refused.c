// A wrong argument that is an error although input decides about paths: all input that the program accepts leads to the
// call.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s -- -DRETURN 2>&1 | FileCheck %s
// RUN: %not66 %check %s -- -DFINALIZE 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s -- -DEXIT 2>&1 | FileCheck %s
// RUN: %not66 %check %s -- -DABORT 2>&1 | FileCheck %s
// RUN: %not66 %check %s -- -DBEFORE 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s -- -DLOOP 2>&1 | FileCheck %s
// RUN: %not66 %check %s -- -DHELPER 2>&1 | FileCheck %s
// CHECK: error: count of MPI_Bcast (argument 2) is -2, but must not be negative [arg-count]
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int check(int argc) { return argc < 3 ? 2 : 0; }
static void share(double *x) { MPI_Bcast(x, -2, MPI_DOUBLE, 0, MPI_COMM_WORLD); }

int main(int argc, char **argv) {
  double x[4] = {0}, rest = 1;
#ifdef RETURN
  if (argc < 3) return 1;
#endif
  MPI_Init(&argc, &argv);
#ifdef FINALIZE
  const int status = check(argc);
  if (status) {
    MPI_Finalize();
    return status;
  }
#endif
#ifdef EXIT
  if (getchar() == 3) {
    MPI_Finalize();
    exit(EXIT_FAILURE);
  }
#endif
#ifdef ABORT
  if (argc < 3) MPI_Abort(MPI_COMM_WORLD, 1);
#endif
#ifdef BEFORE
  if (argc > 3) printf("many\n");
#endif
#if defined LOOP
  do {
    share(x);
    MPI_Allreduce(x, &rest, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  } while (rest > 1e-3);
#elif defined HELPER
  if (argc > 6) share(x);
#else
  MPI_Bcast(x, -2, MPI_DOUBLE, 0, MPI_COMM_WORLD);
#endif
  MPI_Finalize();
  return 0;
}
