// The memory of a window, and of a send, is unmapped too early.
// REQUIRES: mpich, openmpi
// RUN: for mpi in mpich openmpi; do %not66 %lockstep run --mpi $mpi -n 2 --timeout 60 %s 2>&1 | FileCheck %s || exit 1; done
#define _GNU_SOURCE
#include <mpi.h>
#include <string.h>
#include <sys/mman.h>

enum { kBytes = 8192 };

static char *map(void) {
  return mmap(NULL, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

int main(int argc, char **argv) {
  int rank;
  char in[16];
  MPI_Win window;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  char *exposed = map(), *sent = map(), *kept = map();
  memset(sent, 'a', 16);
  MPI_Win_create(exposed, kBytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Isend(sent, 16, MPI_CHAR, 1 - rank, 0, MPI_COMM_WORLD, &request);
  MPI_Recv(in, 16, MPI_CHAR, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  munmap(kept, kBytes);
  // CHECK-DAG: unmapped.c:[[@LINE+1]]:{{.*}}error: memory is freed while a pending MPI_Isend still uses it [buffer-race]
  munmap(sent, kBytes);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  // CHECK-DAG: unmapped.c:[[@LINE+1]]:{{.*}}error: the memory of a window is freed before MPI_Win_free [arg-buffer]
  munmap(exposed, kBytes);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
// CHECK: lockstep: 2 errors
