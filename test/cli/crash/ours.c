// Lockstep is killed by a signal (simulating an internal error): one line, status 70, no process remains, and the
// records are kept.
//
// RUN: rm -rf %t && mkdir -p %t/tmp && %mpicc-mpich -g %s -o %t/app
// RUN: env TMPDIR=%t/tmp %not70 %python %S/Inputs/crash.py %t/mark %lockstep run -n 2 %t/app %t/mark > %t/out
// RUN: FileCheck %s --match-full-lines --implicit-check-not='{{.}}' --input-file=%t/out
// RUN: test -e %t/tmp/lockstep-failed-*/meta.json && test ! -e %t/tmp/lockstep-??????
// CHECK: lockstep: error: internal error: ended by SIGSEGV; the job is ended, and its last records are kept in {{.*}}/tmp/lockstep-failed-{{[0-9]+}}; please report it
//
// With --trace they are all there.
// RUN: rm %t/mark && %not70 %python %S/Inputs/crash.py %t/mark %lockstep run -n 2 --trace %t/trace %t/app %t/mark > %t/out
// RUN: FileCheck %s --check-prefix=TRACE --match-full-lines --implicit-check-not='{{.}}' --input-file=%t/out
// RUN: %exits 66 %lockstep analyze %t/trace 2>&1 | FileCheck %s --check-prefix=LATER
// TRACE: lockstep: error: internal error: ended by SIGSEGV; the job is ended, and its records are kept in {{.*}}/trace; please report it
// LATER: [coll-type-mismatch]
//
// REQUIRES: mpich
#include <fcntl.h>
#include <mpi.h>
#include <signal.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int rank, x = 0;
  signal(SIGTERM, SIG_IGN);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Bcast(&x, 1, rank ? MPI_INT : MPI_FLOAT, 0, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) close(open(argv[1], O_CREAT | O_WRONLY, 0600));
  for (;;) {
    usleep(1000);
    MPI_Barrier(MPI_COMM_WORLD);
  }
}
