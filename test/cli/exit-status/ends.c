// The exit status of `run`, on both MPIs, whatever their launchers return: the program's own status, 128 and the
// signal, the code of MPI_Abort, 124 at a time limit, and 66 if an error was found, however the program ended.
// REQUIRES: mpich, openmpi
// RUN: %mpicc-mpich -g %s -o %t.mpich
// RUN: %mpicc-openmpi -g %s -o %t.openmpi
// DEFINE: %{mpich} = %lockstep run -n 2 --timeout 60 --json %t.json %t.mpich
// DEFINE: %{openmpi} = %lockstep run -n 2 --timeout 60 --json %t.json %t.openmpi
//
// RUN: %exits 0 %{mpich} exit 0 && %json-has %t.json outcome.status=exited outcome.code=0
// RUN: %exits 0 %{openmpi} exit 0 && %json-has %t.json outcome.status=exited outcome.code=0
// RUN: %exits 3 %{mpich} exit 3 && %json-has %t.json outcome.status=exited outcome.code=3
// RUN: %exits 3 %{openmpi} exit 3 && %json-has %t.json outcome.status=exited outcome.code=3
// One rank alone: MPICH's launcher gives the status of all ranks or'ed together.
// RUN: %exits 3 %{mpich} exit-one 3 && %json-has %t.json outcome.status=exited outcome.code=3
// RUN: %exits 3 %{openmpi} exit-one 3 && %json-has %t.json outcome.status=exited outcome.code=3
// A program's own 64, 66 or 70 stays its own.
// RUN: %exits 70 %{mpich} exit 70 && %json-has %t.json outcome.status=exited outcome.code=70 findings.#=0
// RUN: %exits 66 %{openmpi} exit 66 && %json-has %t.json outcome.status=exited outcome.code=66 findings.#=0
//
// Death by a signal after the end of MPI: no finding, 128 and the signal. MPICH's launcher ends with the signal's number.
// RUN: %exits 139 %{mpich} late-signal 11 && %json-has %t.json outcome.status=signalled outcome.code=11
// RUN: %exits 139 %{openmpi} late-signal 11 && %json-has %t.json outcome.status=signalled outcome.code=11
// RUN: %exits 134 %{mpich} late-signal 6 && %json-has %t.json outcome.status=signalled outcome.code=6
// RUN: %exits 134 %{openmpi} late-signal 6 && %json-has %t.json outcome.status=signalled outcome.code=6
// Inside of MPI's life it is an error of the program.
// RUN: %not66 %{mpich} signal 11 && %json-has %t.json outcome.status=signalled outcome.code=11 findings.0.severity=error
// RUN: %not66 %{openmpi} signal 11 && %json-has %t.json outcome.status=signalled outcome.code=11 findings.0.severity=error
//
// RUN: %exits 5 %{mpich} abort 5 && %json-has %t.json outcome.status=aborted outcome.code=5
// RUN: %exits 5 %{openmpi} abort 5 && %json-has %t.json outcome.status=aborted outcome.code=5
//
// RUN: %exits 124 %lockstep run -n 2 --timeout 1 --json %t.json %t.mpich forever && %json-has %t.json outcome.status=timeout
// RUN: %exits 124 %lockstep run -n 2 --timeout 1 --json %t.json %t.openmpi forever && %json-has %t.json outcome.status=timeout
//
// An error found, although the program and its launcher end well, or with a status of their own.
// RUN: %not66 %{mpich} error 0 && %json-has %t.json outcome.status=exited outcome.code=0 findings.#=1
// RUN: %not66 %{openmpi} error 0 && %json-has %t.json outcome.status=exited outcome.code=0 findings.#=1
// RUN: %not66 %{mpich} error 3 && %json-has %t.json outcome.status=exited outcome.code=3
// RUN: %not66 %{openmpi} error 3 && %json-has %t.json outcome.status=exited outcome.code=3
// RUN: %exits 9 %lockstep run -n 2 --error-exitcode 9 %t.mpich error 3
// RUN: %exits 9 %lockstep run -n 2 --error-exitcode 9 %t.openmpi error 3
// RUN: %exits 0 %lockstep run -n 2 --error-exitcode 0 %t.mpich error 3
// A deadlock that is found is an error, too.
// RUN: %not66 %{mpich} stuck && %json-has %t.json outcome.status=deadlock
// RUN: %not66 %{openmpi} stuck && %json-has %t.json outcome.status=deadlock
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
  const char *what = argv[1];
  const int number = argc > 2 ? atoi(argv[2]) : 0;
  int rank = 0, sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, strcmp(what, "error") == 0 && rank == 0 ? MPI_MAX : MPI_SUM, MPI_COMM_WORLD);
  if (strcmp(what, "signal") == 0) raise(number);
  if (strcmp(what, "abort") == 0) MPI_Abort(MPI_COMM_WORLD, number);
  if (strcmp(what, "stuck") == 0) MPI_Recv(&sum, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (volatile int forever = strcmp(what, "forever") == 0; forever;) sleep(1);
  MPI_Finalize();
  if (strcmp(what, "late-signal") == 0) raise(number);
  return strcmp(what, "exit-one") == 0 && rank == 0 ? 0 : number;
}
