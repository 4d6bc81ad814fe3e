// A loop whose iterations are divided among the ranks calls a collective: correct if each rank gets equally many, wrong
// otherwise.
// RUN: %check %s -- -DFIRST='rank * (n / size)' -DEND='(rank + 1) * (n / size)' -DSTEP=1 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %check %s -- -DFIRST=rank -DEND='n * size' -DSTEP=size 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %check %s -- -DGUARD -DFIRST=rank -DEND=n -DSTEP=size 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %check %s -- -DFIRST=rank -DEND=1024 -DSTEP=size 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %check %s -- -DFIRST=rank -DEND=n -DSTEP=size 2>&1 | FileCheck %s --check-prefix=MAY
// RUN: %check %s -- -DFIRST=rank -DEND=10 -DSTEP=size 2>&1 | FileCheck %s --check-prefix=SIZES
// RUN: %not66 %check %s -- -DFIRST=rank -DEND=7 -DSTEP=size 2>&1 | FileCheck %s --check-prefix=ERROR
// OK-NOT: warning:
// OK: lockstep: no errors
// MAY: warning: MPI_Allreduce might be called by some ranks of the communicator only [coll-mismatch]
// SIZES: warning: MPI_Allreduce might be called by some ranks of the communicator only when there are 3 [coll-mismatch]
// SIZES: help: make the loop at line [[#]] run the same number of iterations on every rank, or move MPI_Allreduce out of it
// ERROR: error: MPI_Allreduce is not called by all ranks of the communicator when there are 2 [coll-mismatch]
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank, size;
  double part = 0, sum;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int n = argc > 1 ? atoi(argv[1]) : 12;
#ifdef GUARD
  if (n % size != 0) MPI_Abort(MPI_COMM_WORLD, 1);
#endif
  for (int i = FIRST; i < END; i += STEP) {
    part += i;
    MPI_Allreduce(&part, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return n < 0;
}
