// A launch line may go through other programs: env, a shell, a script of one's own, several jobs after another or at once.
// REQUIRES: mpich, openmpi
// RUN: %mpicc-mpich -g %s -o %t.mpich
// RUN: %mpicc-openmpi -g %s -o %t.openmpi
// RUN: %lockstep run --json %t.json -- env WORD=x mpiexec.mpich -n 2 %t.mpich x
// RUN: %json-has %t.json ranks=2 coverage.calls=6 outcome.code=0
// RUN: %lockstep run --json %t.json -- env WORD=x mpiexec.openmpi --oversubscribe -n 2 %t.openmpi x
// RUN: %json-has %t.json ranks=2 coverage.calls=6 outcome.code=0
// RUN: %lockstep run --json %t.json -- sh -c 'WORD=x mpiexec.mpich -n 2 %t.mpich x'
// RUN: %json-has %t.json ranks=2 coverage.calls=6 outcome.code=0
// RUN: %lockstep run --json %t.json -- sh -c 'WORD=x; export WORD; mpiexec.mpich -n 2 %t.mpich x; mpiexec.mpich -n 2 %t.mpich x'
// RUN: %json-has %t.json coverage.calls=6 outcome.code=0 findings.#=0
// RUN: %lockstep run --json %t.json -- sh -c 'WORD=x; export WORD; mpiexec.openmpi --oversubscribe -n 2 %t.openmpi x & mpiexec.mpich -n 2 %t.mpich x; wait'
// RUN: %json-has %t.json coverage.calls=6 outcome.code=0 findings.#=0
//
// Open MPI's own ways to pass variables on stay usable, wherever they stand.
// RUN: env WORD=x %lockstep run -- mpiexec.openmpi --oversubscribe -x WORD -n 2 %t.openmpi x
// RUN: %lockstep run -- sh -c 'WORD=x mpiexec.openmpi --oversubscribe -x WORD -n 2 %t.openmpi x'
// RUN: env OMPI_MCA_mca_base_env_list=WORD=x %lockstep run --json %t.json -- mpiexec.openmpi --oversubscribe -n 2 %t.openmpi x
// RUN: %json-has %t.json ranks=2 coverage.calls=6
// RUN: %lockstep run --json %t.json -- mpiexec.openmpi --oversubscribe --mca mca_base_env_list WORD=x -n 2 %t.openmpi x
// RUN: %json-has %t.json ranks=2 coverage.calls=6
// RUN: echo "-x WORD=x" > %t.tune
// RUN: %lockstep run --json %t.json -- mpiexec.openmpi --oversubscribe --tune %t.tune -n 2 %t.openmpi x
// RUN: %json-has %t.json ranks=2 coverage.calls=6
//
// What the line says at its end is kept.
// RUN: %exits 7 %lockstep run -- sh -c 'WORD=x mpiexec.mpich -n 2 %t.mpich x; exit 7'
// RUN: %exits 137 %lockstep run -- sh -c 'WORD=x mpiexec.mpich -n 2 %t.mpich x; kill -9 $$'
// RUN: %exits 1 %lockstep run -- sh -c 'WORD=y mpiexec.mpich -n 2 %t.mpich x'
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  const char *word = getenv("WORD");
  return word && strcmp(word, argv[1]) == 0 ? 0 : 1;
}
