// Every option that only some commands have, from LOCKSTEP_OPTIONS alone.
// REQUIRES: mpich, openmpi
// RUN: rm -rf %t && mkdir -p %t/build
// RUN: %mpicc-mpich -g %s -o %t/mpich
//
// run
// RUN: env LOCKSTEP_OPTIONS=n=3:json=%t/n.json %lockstep run %t/mpich && %json-has %t/n.json ranks=3
// RUN: env LOCKSTEP_OPTIONS=n=3:json=%t/n.json %lockstep run -n 1 %t/mpich && %json-has %t/n.json ranks=1
// RUN: env LOCKSTEP_OPTIONS=n=3:json=%t/n.json %lockstep run -- mpiexec.mpich -n 2 %t/mpich && %json-has %t/n.json ranks=2
// RUN: env LOCKSTEP_OPTIONS=mpi=openmpi %not64 %lockstep run -n 2 %t/mpich 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: is linked with mpich, not with openmpi
// RUN: env LOCKSTEP_OPTIONS=mpi=openmpi %lockstep run -n 2 %s openmpi
// RUN: env LOCKSTEP_OPTIONS=mpi=mpich %lockstep run -n 2 %s mpich
// RUN: env LOCKSTEP_OPTIONS="cflags=-DSTATUS=4 -lm" %exits 4 %lockstep run -n 1 %s
// RUN: env LOCKSTEP_OPTIONS=timeout=1 %exits 124 %lockstep run -n 1 %t/mpich forever
// RUN: env LOCKSTEP_OPTIONS=halt-on-error:json=%t/halt.json %not66 %lockstep run -n 2 %t/mpich error 2>&1 | FileCheck %s --check-prefix=HALT
// RUN: %json-has %t/halt.json outcome.status=aborted outcome.code=66 outcome.halted=True findings.0.rule=coll-op-mismatch
// HALT: lockstep: 1 error in 2 ranks; {{.*}}; Lockstep ended the job at the first error (--halt-on-error)
// RUN: env LOCKSTEP_OPTIONS=stacks=none:json=%t/stacks.json %not66 %lockstep run --mpi mpich -n 2 %S/../../run/stacks/callers.c
// RUN: %json-has %t/stacks.json findings.0.sites.0.stack.#=0
// RUN: env LOCKSTEP_OPTIONS=trace=%t/trace %lockstep run -n 2 %t/mpich && test -f %t/trace/meta.json
// RUN: env LOCKSTEP_OPTIONS=on-deadlock=wait:timeout=6:json=%t/wait.json %not66 %lockstep run -n 2 %t/mpich stuck
// RUN: %json-has %t/wait.json outcome.status=timeout
// RUN: env LOCKSTEP_OPTIONS=on-deadlock=abort:timeout=60:json=%t/abort.json %not66 %lockstep run -n 2 %t/mpich stuck
// RUN: %json-has %t/abort.json outcome.status=deadlock
//
// analyze
// RUN: %python %S/../Inputs/damage.py %t/trace
// RUN: %not64 %lockstep analyze %t/trace
// RUN: env LOCKSTEP_OPTIONS=partial %lockstep analyze %t/trace
//
// check
// RUN: echo '[{"directory": "%t", "file": "%s", "arguments": ["cc", "-c", "%s"]}]' > %t/build/compile_commands.json
// RUN: env LOCKSTEP_OPTIONS=p=%t/build %lockstep check 2>&1 | FileCheck %s --check-prefix=BUILD
// RUN: env LOCKSTEP_OPTIONS=p=%t/absent %lockstep check %s
// BUILD: lockstep: no errors; {{[1-9][0-9]*}} MPI calls seen
// RUN: env LOCKSTEP_OPTIONS="cflags=-DSTATUS=( -lm" %not64 %lockstep check %s 2>&1 | FileCheck %s --check-prefix=FLAGS
// FLAGS: error: expected expression
// RUN: env LOCKSTEP_OPTIONS="cflags=-DSTATUS=( -lm" %lockstep check --cflags=-DSTATUS=2 %s
// RUN: %lockstep check --cflags='-DSTATUS=( -lm' %s -- -USTATUS -DSTATUS=3
// RUN: %lockstep check --cflags=-DSTATUS=1 -p %t/build && %not64 %lockstep check '--cflags=-DSTATUS=(' -p %t/build
// RUN: env LOCKSTEP_OPTIONS=mpi=openmpi %lockstep check %s
// RUN: env LOCKSTEP_OPTIONS=mpi=lam %not64 %lockstep check %s
//
// report and suppress
// RUN: env LOCKSTEP_OPTIONS=format=json %lockstep report %t/halt.json > %t/again.json && diff %t/halt.json %t/again.json
// RUN: env LOCKSTEP_OPTIONS=output=%t/out.txt %lockstep report %t/halt.json && grep coll-op-mismatch %t/out.txt
// RUN: env LOCKSTEP_OPTIONS=output=%t/out.supp %lockstep suppress %t/halt.json && grep ':main$' %t/out.supp
// RUN: env LOCKSTEP_OPTIONS=rule=leak-comm %not64 %lockstep suppress %t/halt.json
// RUN: env LOCKSTEP_OPTIONS=fingerprint=0 %not64 %lockstep suppress %t/halt.json
#include <mpi.h>
#include <string.h>
#include <unistd.h>

#ifndef STATUS
#define STATUS 0
#endif

static int isThis(const char *mpi) {
#ifdef OPEN_MPI
  return strcmp(mpi, "openmpi") == 0;
#else
  return strcmp(mpi, "mpich") == 0;
#endif
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  int rank = 0, sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, strcmp(what, "error") == 0 && rank == 0 ? MPI_MAX : MPI_SUM, MPI_COMM_WORLD);
  if (strcmp(what, "stuck") == 0) MPI_Recv(&sum, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (volatile int forever = strcmp(what, "forever") == 0 || strcmp(what, "error") == 0; forever;) sleep(1);
  MPI_Finalize();
  return strstr(what, "mpi") && !isThis(what) ? 1 : STATUS;
}
