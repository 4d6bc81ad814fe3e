// A rank dies and its launcher would not notice before the time limit: the outcome is the death, not the limit.
// REQUIRES: mpich, openmpi
// RUN: %mpicc-mpich -g %s -o %t.mpich
// RUN: %mpicc-openmpi -g %s -o %t.openmpi
// RUN: %not66 %lockstep run --timeout 60 --json %t.json -- mpiexec.mpich -n 2 sh -c "%t.mpich; sleep 300"
// RUN: %json-has %t.json outcome.status=signalled outcome.code=11 findings.#=1 findings.0.rule=lifecycle
// RUN: %not66 %lockstep run --timeout 60 --json %t.json -- mpiexec.openmpi --oversubscribe -n 2 sh -c "%t.openmpi; sleep 300"
// RUN: %json-has %t.json outcome.status=signalled outcome.code=11 findings.#=1 findings.0.rule=lifecycle
#include <mpi.h>
#include <signal.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) raise(SIGSEGV);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
