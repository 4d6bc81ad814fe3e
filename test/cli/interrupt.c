// A job that ignores termination requests: --timeout, Ctrl-C and SIGTERM end it with all its processes, the report is
// written, and the folder of the records is removed; also if nobody reads the tool's output.
// REQUIRES: mpich, openmpi
// RUN: %mpicc-mpich -g %s -o %t.mpich
// RUN: %mpicc-openmpi -g %s -o %t.openmpi
// RUN: %exits 124 %lockstep run -n 2 --timeout 5 --json %t.json %t.mpich 2>%t.err
// RUN: FileCheck %s --check-prefix=TIMEOUT < %t.json
// RUN: FileCheck %s --check-prefix=ROLLCALL < %t.err
// RUN: %python %source-root/test/tools/interrupt.py group 2 %t.json %lockstep run -n 2 --json %t.json %t.mpich
// RUN: FileCheck %s --check-prefix=INTERRUPT < %t.json
// RUN: %python %source-root/test/tools/interrupt.py group 2 %t.json %lockstep run -n 2 --json %t.json %t.openmpi
// RUN: FileCheck %s --check-prefix=INTERRUPT < %t.json
// RUN: %python %source-root/test/tools/interrupt.py tool 15 %t.json %lockstep run -n 2 --json %t.json %t.mpich
// RUN: FileCheck %s --check-prefix=TERMINATE < %t.json
// RUN: rm -rf %t.tmp %t.json && mkdir %t.tmp
// RUN: (TMPDIR=%t.tmp %lockstep run -n 2 --timeout 3 --json %t.json %t.mpich 2>&1 >%t.out; echo "status $?" > %t.status) | true
// RUN: FileCheck %s --check-prefix=TIMEOUT < %t.json
// RUN: FileCheck %s --check-prefix=UNREAD < %t.status
// RUN: rmdir %t.tmp
// UNREAD: status 124
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_IGN);
  MPI_Init(&argc, &argv);
  puts("started");
  fflush(stdout);
  for (volatile int forever = 1; forever;) sleep(1);
  MPI_Finalize();
  return 0;
}
// TIMEOUT: "status": "timeout"
// ROLLCALL: lockstep: ended after 5 s (--timeout); the ranks were
// ROLLCALL-NEXT: ranks 0-1: outside MPI, after MPI_Init
// INTERRUPT: "status": "signalled",
// INTERRUPT-NEXT: "code": 2
// TERMINATE: "status": "signalled",
// TERMINATE-NEXT: "code": 15
