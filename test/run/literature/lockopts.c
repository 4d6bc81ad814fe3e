// lockopts: a rank loads and stores its window inside a lock on itself while another one puts there. Shared locks do not
// keep the two apart. Exclusive ones do, though by chance which comes first: worth no more than a note.
// REQUIRES: mpich, openmpi
// RUN: %compilers -n 2 --list=--notes %s -DKIND=MPI_LOCK_SHARED | FileCheck %s --check-prefix=SHARED --implicit-check-not=rma
// RUN: %compilers -n 2 --list=--notes %s -DKIND=MPI_LOCK_EXCLUSIVE | FileCheck %s --check-prefix=EXCLUSIVE --implicit-check-not=rma
// RUN: %compilers -n 2 --list=--notes %s -DKIND=MPI_LOCK_SHARED -DAPART | FileCheck %s --check-prefix=RIGHT
// RIGHT: {{^}}none{{$}}
#include <mpi.h>

enum { kCount = 4 };

int main(int argc, char **argv) {
  int rank, *base, seen = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(kCount * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  if (rank == 0) {
    MPI_Win_lock(KIND, 0, 0, win);
    // SHARED: rma-race-remote, error, [[@LINE+5]] store, [[@LINE+15]] MPI_Put, across-processes, passive, target 0, bytes 4 to 8
    // SHARED: rma-race-remote, error, [[@LINE+5]] load, [[@LINE+14]] MPI_Put, across-processes, passive, target 0, bytes 8 to 12
    // EXCLUSIVE: rma-race-remote, note, [[@LINE+3]] store, [[@LINE+13]] MPI_Put, across-processes, passive, target 0, bytes 4 to 8
    // EXCLUSIVE: rma-race-remote, note, [[@LINE+3]] load, [[@LINE+12]] MPI_Put, across-processes, passive, target 0, bytes 8 to 12
    base[0] = 5;
    base[1] = 6;
    seen = base[2];
    MPI_Win_unlock(0, win);
  }
#ifdef APART
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  if (rank == 1) {
    int values[2] = {7, 8};
    MPI_Win_lock(KIND, 0, 0, win);
    MPI_Put(values, 2, MPI_INT, 0, 1, 2, MPI_INT, win);
    MPI_Win_unlock(0, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return seen == 1;
}
