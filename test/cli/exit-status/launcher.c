// The launcher returns another status than its program, as a script around mpiexec may: errors found have precedence;
// else its own status if nonzero, else the ranks'.
// REQUIRES: mpich, openmpi
// RUN: %mpicc-mpich -g %s -o %t.mpich
// RUN: %mpicc-openmpi -g %s -o %t.openmpi
// DEFINE: %{mpich} = %lockstep run --timeout 60 --json %t.json -- sh -c 'mpiexec.mpich -n 2 %t.mpich "$0" "$1"; exit "$2"'
// DEFINE: %{openmpi} = env OMPI_MCA_rmaps_base_oversubscribe=1 %lockstep run --timeout 60 --json %t.json -- sh -c 'mpiexec.openmpi -n 2 %t.openmpi "$0" "$1"; exit "$2"'
//
// RUN: %exits 0 %{mpich} exit 0 0 && %json-has %t.json findings.#=0
// RUN: %exits 0 %{openmpi} exit 0 0 && %json-has %t.json findings.#=0
// RUN: %exits 7 %{mpich} exit 0 7
// RUN: %exits 7 %{openmpi} exit 0 7
// RUN: %exits 3 %{mpich} exit 3 0 && %json-has %t.json outcome.status=exited outcome.code=3
// RUN: %exits 3 %{openmpi} exit 3 0 && %json-has %t.json outcome.status=exited outcome.code=3
// RUN: %exits 139 %{mpich} late-signal 11 0 && %json-has %t.json outcome.status=signalled outcome.code=11
// RUN: %exits 139 %{openmpi} late-signal 11 0 && %json-has %t.json outcome.status=signalled outcome.code=11
// RUN: %exits 5 %{mpich} abort 5 0 && %json-has %t.json outcome.status=aborted outcome.code=5
// RUN: %exits 5 %{openmpi} abort 5 0 && %json-has %t.json outcome.status=aborted outcome.code=5
// RUN: %not66 %{mpich} error 0 0 && %json-has %t.json findings.#=1
// RUN: %not66 %{openmpi} error 0 0 && %json-has %t.json findings.#=1
// RUN: %not66 %{mpich} error 0 7
// RUN: %not66 %{openmpi} error 0 7
// RUN: %not66 %{mpich} error 3 64
// RUN: %not66 %{openmpi} error 3 64
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  const char *what = argv[1];
  const int number = atoi(argv[2]);
  int rank = 0, sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, strcmp(what, "error") == 0 && rank == 0 ? MPI_MAX : MPI_SUM, MPI_COMM_WORLD);
  if (strcmp(what, "abort") == 0) MPI_Abort(MPI_COMM_WORLD, number);
  MPI_Finalize();
  if (strcmp(what, "late-signal") == 0) raise(number);
  return number;
}
