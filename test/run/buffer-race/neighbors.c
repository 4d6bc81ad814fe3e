// A message is received into the neighbor's part of a pending neighborhood collective; the part of a missing neighbor
// is free, and the other, in-place collective is correct.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=buffer-race
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=buffer-race
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 --cflags=-DOK %s 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 --cflags=-DOK %s 2>&1 | FileCheck %s --check-prefix=OK
// OK: lockstep: no errors; 2 ranks
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size, periodic = 0, out[2] = {1, 2}, in[2] = {0, 0}, total = 1;
  MPI_Comm line;
  MPI_Request request, sum;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &line);
  MPI_Comm_rank(line, &rank);
  MPI_Ineighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, line, &request);
  MPI_Iallreduce(MPI_IN_PLACE, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &sum);
#ifdef OK
  const int element = 0;
#else
  const int element = 1;
#endif
  if (rank == 0) MPI_Recv(&in[element], 1, MPI_INT, 1, 7, line, MPI_STATUS_IGNORE);
  if (rank == 1) MPI_Send(&out[0], 1, MPI_INT, 0, 7, line);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Wait(&sum, MPI_STATUS_IGNORE);
  MPI_Comm_free(&line);
  MPI_Finalize();
  return 0;
}

// CHECK: error: MPI_Recv writes to a buffer that a pending MPI_Ineighbor_alltoall also writes to [buffer-race]
