// LOCKSTEP_OPTIONS can request the list of recorded memory, too.
// RUN: LOCKSTEP_OPTIONS=what-is-recorded %check %s | FileCheck %s
// CHECK: what_is_recorded.c:[[#@LINE+4]]: value is known through MPI_Bcast at {{.*}}:[[#@LINE+8]]
// CHECK: 1 of 1 variables and allocations
#include <mpi.h>

static int value;

int main(void) {
  MPI_Init(0, 0);
  MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
}
