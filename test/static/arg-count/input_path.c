// A wrong argument on a path that depends on input is a warning: most runs may not take the path.
// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// CHECK-NOT: error:
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

// CHECK-DAG: input_path.c:[[@LINE+1]]:{{.*}}warning: count of MPI_Bcast (argument 2) is -5, but must not be negative [arg-count]
static void share(double *x, int n) { MPI_Bcast(x, n, MPI_DOUBLE, 0, MPI_COMM_WORLD); }

static void choose(int how, double *x) {
  switch (how) {
    case 1:
      // CHECK-DAG: input_path.c:[[@LINE+1]]:{{.*}}warning: count of MPI_Bcast (argument 2) is -4, but must not be negative [arg-count]
      MPI_Bcast(x, -4, MPI_DOUBLE, 0, MPI_COMM_WORLD);
      break;
    default:
      break;
  }
}

int main(int argc, char **argv) {
  int rank, n;
  double x[4] = {0};
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // CHECK-DAG: input_path.c:[[@LINE+1]]:{{.*}}warning: count of MPI_Bcast (argument 2) is -2, but must not be negative [arg-count]
  if (fscanf(stdin, "%d", &n) == 1 && n > 5) MPI_Bcast(x, -2, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  // CHECK-DAG: input_path.c:[[@LINE+1]]:{{.*}}warning: count of MPI_Send (argument 2) is -3, but must not be negative [arg-count]
  if (rank == 1 && argc > 6) MPI_Send(x, -3, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  choose(getchar(), x);
  if (getenv("SHARED")) share(x, -5);
  MPI_Irecv(x, 1, MPI_DOUBLE, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
