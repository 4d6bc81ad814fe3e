// The flag of a call in a member that is smaller than an int: the memory after it is overwritten. The int next to it is
// correct, and so is an array of characters with enough room.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 1 --timeout 60 %s 2>&1 | FileCheck --implicit-check-not=error: %s
// RUN: %not66 %lockstep run --mpi openmpi --cflags=-O2 -n 1 --timeout 60 %s 2>&1 | FileCheck --implicit-check-not=error: %s
// CHECK-DAG: member.c:[[@LINE+23]]:{{[0-9]+}}: error: flag of MPI_Test (argument 2) points to 1 byte of {{(struct )?}}Progress, but the result has 4 bytes [buffer-overflow]
// CHECK-DAG: member.c:[[@LINE+25]]:{{[0-9]+}}: error: flag of MPI_Iprobe (argument 4) points to 1 byte of {{(struct )?}}Progress, but the result has 4 bytes [buffer-overflow]
#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

struct Progress {
  int id;
  uint8_t isDone;
  bool isFound;
  int isRight;
  _Alignas(int) char room[sizeof(int)];
};

int main(int argc, char **argv) {
  struct Progress one = {0};
  struct Progress *many = calloc(3, sizeof *many);
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Ibarrier(MPI_COMM_SELF, &request);
  MPI_Test(&request, &one.isRight, MPI_STATUS_IGNORE);
  MPI_Test(&request, (int *)one.room, MPI_STATUS_IGNORE);
  MPI_Test(&request, (int *)&one.isDone, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Iprobe(0, 0, MPI_COMM_SELF, &many[1].isRight, MPI_STATUS_IGNORE);
  MPI_Iprobe(0, 0, MPI_COMM_SELF, (int *)&many[1].isFound, MPI_STATUS_IGNORE);
  MPI_Finalize();
  free(many);
  return one.id;
}
