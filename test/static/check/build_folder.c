// -p: every entry of compile_commands.json with its own flags, in its own folder, whatever compiler it names.
// RUN: rm -rf %t && mkdir -p %t/sub
// RUN: cp %s %t/sub/main.c
// RUN: echo '[{"directory": "%t/sub", "file": "main.c", "command": "mpicc -DNAME=\\\"a\\ b\\\" -O2 -MD -MF x.d -c main.c -o main.o"},' > %t/compile_commands.json
// RUN: echo ' {"directory": "%t/sub", "file": "main.c", "arguments": ["gcc", "-DNAME=\"c\"", "-c", "main.c"]},' >> %t/compile_commands.json
// RUN: echo ' {"directory": "%t/sub", "file": "start.s", "command": "as start.s"}]' >> %t/compile_commands.json
// RUN: %not66 %check -p %t 2>&1 | FileCheck %s
// RUN: not ls %t/sub/main.o %t/sub/x.d
// CHECK: main.c:18:18: error: MPI_Barrier is not called by all ranks
// CHECK: lockstep: 1 error; 8 MPI calls
#include <mpi.h>

const char *name = NAME;
int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
