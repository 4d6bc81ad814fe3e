// Receiving with a type whose blocks overlap, and pieces that overlap at the root of a gather and of a scatter.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=4
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=4
#include <mpi.h>

int main(int argc, char **argv) {
  static _Alignas(64) double memory[16];
  int rank, counts[2] = {2, 2}, overlapping[2] = {0, 1}, apart[2] = {2, 0};
  double values[16] = {0}, mine[2] = {0, 0};
  MPI_Datatype blocks, apartBlocks;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Type_create_hvector(3, 2, sizeof(double), MPI_DOUBLE, &blocks);
  MPI_Type_create_hvector(3, 2, 3 * sizeof(double), MPI_DOUBLE, &apartBlocks);
  MPI_Type_commit(&blocks);
  MPI_Type_commit(&apartBlocks);
  if (rank == 0) {
    MPI_Send(values, 1, blocks, 1, 0, MPI_COMM_WORLD);
    MPI_Send(values, 1, blocks, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(values, 1, apartBlocks, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    // CHECK-DAG: written_twice.c:[[@LINE+1]]:{{[0-9]+}}: error: MPI_Recv writes some bytes more than once: the entries of buf, 1 x a derived type of 6 x MPI_DOUBLE (size 48, extent 32), overlap each other [buffer-overlap]
    MPI_Recv(values, 1, blocks, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Gatherv(mine, 2, MPI_DOUBLE, values, counts, apart, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  // CHECK-DAG: written_twice.c:[[@LINE+1]]:{{[0-9]+}}: error: MPI_Gatherv writes some bytes of recvbuf more than once: the pieces of different ranks overlap [buffer-overlap]
  MPI_Gatherv(mine, 2, MPI_DOUBLE, values, counts, overlapping, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  // CHECK-DAG: written_twice.c:[[@LINE+1]]:{{[0-9]+}}: warning: MPI_Scatterv reads some bytes of sendbuf more than once: the pieces of different ranks overlap [buffer-overlap]
  MPI_Scatterv(values, counts, overlapping, MPI_DOUBLE, mine, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  // CHECK-DAG: written_twice.c:[[@LINE+1]]:{{[0-9]+}}: error: MPI_Put writes some bytes more than once: the entries of target_datatype, 1 x a derived type of 6 x MPI_DOUBLE (size 48, extent 32), overlap each other [buffer-overlap]
  if (rank == 0) MPI_Put(values, 6, MPI_DOUBLE, 1, 0, 1, blocks, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Type_free(&apartBlocks);
  MPI_Type_free(&blocks);
  MPI_Finalize();
  return 0;
}
