// The place where a signal struck is shown, also below library code; a ruined stack costs the place at most.
// REQUIRES: mpich, openmpi
// RUN: %mpicc-mpich -g -O0 %s -o %t.mpich
// RUN: %mpicc-openmpi -g -O0 %s -o %t.openmpi
// DEFINE: %{mpich} = %not66 %lockstep run -n 2 --timeout 60 --json %t.json %t.mpich
// DEFINE: %{openmpi} = %not66 %lockstep run -n 2 --timeout 60 --json %t.json %t.openmpi
//
// RUN: %{mpich} store 2>&1 | FileCheck %s --check-prefix=STORE
// RUN: %{openmpi} store 2>&1 | FileCheck %s --check-prefix=STORE
// RUN: %{mpich} library 2>&1 | FileCheck %s --check-prefix=LIBRARY
// RUN: %{openmpi} library 2>&1 | FileCheck %s --check-prefix=LIBRARY
// RUN: %{mpich} abort 2>&1 | FileCheck %s --check-prefix=ABORT
// RUN: %{openmpi} abort 2>&1 | FileCheck %s --check-prefix=ABORT
// RUN: %{mpich} callback 2>&1 | FileCheck %s --check-prefix=CALLBACK
// RUN: %{openmpi} callback 2>&1 | FileCheck %s --check-prefix=CALLBACK
// A walk over this stack faults itself. (Open MPI's own handler does not survive it.)
// RUN: %{mpich} ruined && %json-has %t.json outcome.status=signalled outcome.code=6 findings.#=1
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static void store(volatile int *place) {
  // STORE: crash_place.c:[[@LINE+2]]:{{[0-9]+}}: error: rank 1 ends by signal 11 {{.*}} [lifecycle]
  // STORE: dies here on rank 1
  *place = 1;
  // STORE: note: last call before the end on rank 1
}

static size_t library(const char *text) {
  // LIBRARY: crash_place.c:[[@LINE+2]]:{{[0-9]+}}: error: rank 1 ends by signal 11 {{.*}} [lifecycle]
  // LIBRARY: dies here on rank 1
  return strlen(text);
}

static void fail(void) {
  // ABORT: crash_place.c:[[@LINE+2]]:{{[0-9]+}}: error: rank 1 ends by signal 6 {{.*}} [lifecycle]
  // ABORT: dies here on rank 1
  abort();
}

static void add(void *in, void *out, int *count, MPI_Datatype *type) {
  // CALLBACK: crash_place.c:[[@LINE+2]]:{{[0-9]+}}: error: {{.*}} signal 11 {{.*}} inside MPI_Allreduce{{.*}} [lifecycle]
  // CALLBACK: dies here on rank
  *(volatile int *)NULL = *(int *)in + *(int *)out + *count + (type != NULL);
  // CALLBACK: note: ends inside this call on rank
}

/// Aborts at the very top of a stack, called as if by code of the C library that would have more above it.
static void ruined(void) {
  const size_t size = 1 << 20;
  char *stack = mmap(NULL, size + 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(stack + size, 65536, PROT_NONE);
#ifdef __x86_64__
  __asm__ volatile("movq %0, %%rsp; pushq %1; jmp *%2"
                   :
                   : "r"(stack + size), "r"((char *)qsort + 40), "r"(abort)
                   : "memory");
#endif
  abort();
}

int main(int argc, char **argv) {
  int rank, sum;
  MPI_Op op;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const char *what = argv[1];
  if (strcmp(what, "callback") == 0) {
    MPI_Op_create(add, 1, &op);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, op, MPI_COMM_WORLD);
  }
  if (rank == 1 && strcmp(what, "store") == 0) store(NULL);
  if (rank == 1 && strcmp(what, "library") == 0) return (int)library(argv[argc]);
  if (rank == 1 && strcmp(what, "abort") == 0) fail();
  if (rank == 1 && strcmp(what, "ruined") == 0) ruined();
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
