// A rank is killed inside an epoch, and the others wait for it: `analyze` reports the same as the run, even if the tool
// ended the hanging job.
// REQUIRES: mpich, openmpi
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: for mpi in mpich openmpi; do %not66 %lockstep run --mpi $mpi -n 2 --timeout 60 --trace $mpi --json run.json %s 2> run.txt && %not66 %lockstep analyze --json later.json $mpi 2> later.txt && FileCheck %s < run.txt && FileCheck %s < later.txt && grep -v '"command"' run.json > run.cut && grep -v '"command"' later.json | diff run.cut - || exit 1; done
// CHECK: error: rank 1 {{.*}}; rank 0 waits for it in MPI_Win_fence [lifecycle]
#include <mpi.h>
#include <signal.h>

int main(int argc, char **argv) {
  int rank, *memory, value = 7;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  MPI_Win_fence(0, window);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, rank, 1, MPI_INT, window);
  if (rank == 1) raise(SIGKILL);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
