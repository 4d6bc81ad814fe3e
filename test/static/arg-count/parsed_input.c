// A value parsed from the command line may be anything, whichever C library function parses it.
// RUN: %check %s -- '-DPARSE(x)=atoi(x)' 2>&1 | FileCheck %s
// RUN: %check %s -- '-DPARSE(x)=strtol(x,NULL,10)' 2>&1 | FileCheck %s
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int count = 4;
  double values[4] = {0};
  MPI_Init(&argc, &argv);
  if (argc > 1 && PARSE(argv[1]) > 3) count = -5;
  // CHECK: parsed_input.c:[[@LINE+1]]:3: warning: count of MPI_Bcast (argument 2) is -5, but must not be negative [arg-count]
  MPI_Bcast(values, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
