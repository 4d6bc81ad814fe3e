// The callers of the function that calls MPI, inlined or not. For a place that is called often, only the stacks of the
// first calls are recorded, unless all are requested.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.0.sites.0.stack.#=2 findings.0.sites.0.stack.0.function=worse findings.0.sites.0.stack.1.line=43
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --cflags=-O2 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.0.sites.0.stack.#=2 findings.0.sites.0.stack.0.function=worse findings.0.sites.0.stack.1.line=43
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --cflags=-DROUNDS=100 --json %t.json %s
// RUN: %json-has %t.json findings.0.sites.0.stack.#=0
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --cflags=-DROUNDS=100 --stacks=full --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.0.sites.0.stack.#=2
//
// The recorder alone.
// RUN: rm -rf %t.trace && %mpicc-mpich -g -DROUNDS=100 %s -o %t.m
// RUN: env LD_PRELOAD=%build/lib/lockstep/liblockstep-stub.so LOCKSTEP_OPTIONS=trace=%t.trace:stacks=full mpiexec.mpich -n 2 %t.m
// RUN: %not66 %lockstep analyze %t.trace 2>&1 | FileCheck %s
//
// RUN: %not64 %lockstep run --stacks=some %s 2>&1 | FileCheck %s --check-prefix=WORD --match-full-lines --implicit-check-not='{{.+}}'
// WORD: lockstep: error: --stacks: {{.*}}some{{.*}}full{{.*}}
#include <mpi.h>

#ifndef ROUNDS
#define ROUNDS 3
#endif

static void pass(int *values, int count, int rank) {
  if (rank == 0)
    MPI_Send(values, count, MPI_INT, 1, 0, MPI_COMM_WORLD);
  else
    MPI_Recv(values, count, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void well(int *values, int rank) { pass(values, 1, rank); }
static void worse(int *values, int rank) { pass(values, rank == 0 ? 4 : 2, rank); }

int main(int argc, char **argv) {
  int rank;
  int values[4] = {0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  for (int i = 0; i < ROUNDS; ++i) well(values, rank);
  worse(values, rank);
  MPI_Finalize();
  return 0;
}

// CHECK: callers.c:28:5: error: rank 0 sends 4 x MPI_INT {{.*}} [p2p-truncation]
// CHECK: sends it here on rank 0
// CHECK-NEXT: called from worse at {{.*}}callers.c:34:44
// CHECK-NEXT: called from main at {{.*}}callers.c:43:3
// CHECK-NEXT: callers.c:30:5: note: receives it here{{.*}} on rank 1
