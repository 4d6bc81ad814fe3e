// An info object may be freed when the process ends; a communicator must be before.
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: {{\[}}leak-info]
// CHECK: exit_handler.c:[[@LINE+14]]:{{.*}}warning: the communicator that MPI_Comm_dup makes here is never freed [leak-comm]
// CHECK: lockstep: 1 warning
#include <mpi.h>
#include <stdlib.h>

static MPI_Info info;

static void clean(void) { MPI_Info_free(&info); }

int main(int argc, char **argv) {
  MPI_Comm comm;
  MPI_Init(&argc, &argv);
  atexit(clean);
  MPI_Info_create(&info);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Finalize();
  return 0;
}
