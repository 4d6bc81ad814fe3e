// A loop over an array reports the memory once, not with every call, and the call that exceeds the array is still
// found. Scalar results in large enough variables are not reported at all.
// REQUIRES: mpich, openmpi
// RUN: rm -rf %t.mpich %t.openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 1 --timeout 60 --trace %t.mpich %s 2>&1 | FileCheck %s
// RUN: %records %t.mpich | grep -c "argument .* has" | FileCheck --check-prefix=TOLD %s
// RUN: %not66 %lockstep run --mpi openmpi --cflags=-O2 -n 1 --timeout 60 --trace %t.openmpi %s 2>&1 | FileCheck %s
// RUN: %records %t.openmpi | grep -c "argument .* has" | FileCheck --check-prefix=TOLD %s
#include <mpi.h>
#include <stdlib.h>

enum { kElements = 1000 };

int main(int argc, char **argv) {
  int rank, flag;
  double *window;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double *values = calloc(kElements, sizeof(double));
  MPI_Win_allocate((kElements + 1) * 8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < kElements; ++i) {
    // CHECK: loop.c:[[@LINE+1]]:{{[0-9]+}}: error: origin_addr of MPI_Put (argument 1) points to 8 bytes of memory, but the call accesses 16 [buffer-overflow]
    MPI_Put(&values[i], i == kElements - 1 ? argc + 1 : argc, MPI_DOUBLE, rank, i, i == kElements - 1 ? argc + 1 : argc,
            MPI_DOUBLE, win);
    MPI_Win_flush(rank, win);
    MPI_Iprobe(MPI_PROC_NULL, i, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  }
  // The first two, by their alignment, and the last.
  // TOLD: {{^[1-4]$}}
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  free(values);
  MPI_Finalize();
  return 0;
}
