// 0 is no handle on any MPI: a communicator, datatype, operation or group that was never created.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep check --mpi mpich %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// CHECK-DAG: zero.c:15:3: error: comm of MPI_Barrier (argument 1) is
// CHECK-DAG: zero.c:16:3: error: datatype of MPI_Bcast (argument 3) is
// CHECK-DAG: zero.c:17:3: error: op of MPI_Allreduce (argument 5) is
// CHECK-DAG: zero.c:18:3: error: group of MPI_Group_size (argument 1) is
// CHECK: lockstep: 4 errors
#include <mpi.h>

int main(int argc, char **argv) {
  int x = 0, y = 0;
  MPI_Init(&argc, &argv);
  MPI_Barrier((MPI_Comm)0);
  MPI_Bcast(&x, 1, (MPI_Datatype)0, 0, MPI_COMM_WORLD);
  MPI_Allreduce(&x, &y, 1, MPI_INT, (MPI_Op)0, MPI_COMM_WORLD);
  MPI_Group_size((MPI_Group)0, &y);
  MPI_Finalize();
  return 0;
}
