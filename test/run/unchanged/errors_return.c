// A program under MPI_ERRORS_RETURN gets the error codes as without Lockstep and goes on; its errors are reported.
// REQUIRES: mpich, openmpi
// RUN: %mpicc-mpich -g -O0 %s -o %t.mpich.exe
// RUN: mpiexec.mpich -n 2 %t.mpich.exe >%t.plain
// RUN: FileCheck --check-prefix=OUT %s <%t.plain
// RUN: %not66 %lockstep run -n 2 --timeout 60 --json %t.json %t.mpich.exe >%t.out 2>%t.err
// RUN: diff %t.plain %t.out
// RUN: FileCheck %s <%t.err
// RUN: %json-has %t.json findings.#=2 outcome.status=exited outcome.code=0
// RUN: %mpicc-openmpi -g -O0 %s -o %t.openmpi.exe
// RUN: mpiexec.openmpi --allow-run-as-root --oversubscribe -n 2 %t.openmpi.exe >%t.plain
// RUN: FileCheck --check-prefix=OUT %s <%t.plain
// RUN: %not66 %lockstep run -n 2 --timeout 60 --json %t.json %t.openmpi.exe >%t.out 2>%t.err
// RUN: diff %t.plain %t.out
// RUN: FileCheck %s <%t.err
// RUN: %json-has %t.json findings.#=2 outcome.status=exited outcome.code=0
#include <mpi.h>
#include <stdio.h>

static void show(const char *what, int code, int expected) {
  int errorClass;
  MPI_Error_class(code, &errorClass);
  printf("%s: %s\n", what, errorClass == expected ? "as expected" : "another class");
}

int main(int argc, char **argv) {
  int rank, value = 0, sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  if (rank == 0) {
    // CHECK: errors_return.c:[[@LINE+1]]:{{.*}} error: count of MPI_Send (argument 2) {{.*}} [arg-count]
    show("count", MPI_Send(&value, -1, MPI_INT, 1, 0, MPI_COMM_WORLD), MPI_ERR_COUNT);
    // CHECK: errors_return.c:[[@LINE+1]]:{{.*}} error: tag of MPI_Send (argument 5) {{.*}} [arg-tag]
    show("tag", MPI_Send(&value, 1, MPI_INT, 1, -5, MPI_COMM_WORLD), MPI_ERR_TAG);
  }
  value = 21;
  MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) printf("sum %d\n", sum);
  MPI_Finalize();
  return 0;
}

// OUT:      count: as expected
// OUT-NEXT: tag: as expected
// OUT-NEXT: sum 42
