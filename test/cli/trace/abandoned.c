// `lockstep run` is killed: its job ends, even if the ranks ignore the launcher's request, nothing remains in memory or
// in the temporary folder, and the records can be analyzed, with the program that was compiled for it.
// REQUIRES: mpich, openmpi
// RUN: rm -rf %t && mkdir -p %t/tmp && cd %t
// RUN: for mpi in mpich openmpi; do env TMPDIR=%t/tmp %python %source-root/test/tools/abandon.py %lockstep run -n 2 --mpi $mpi --trace $mpi %s || exit 1; ls %t/tmp | FileCheck %s --check-prefix=TMP --allow-empty || exit 1; done
// TMP-NOT: lockstep-
// RUN: for mpi in mpich openmpi; do %not66 %lockstep analyze --json $mpi.json $mpi 2> $mpi.txt; FileCheck %s < $mpi.txt || exit 1; %json-has $mpi.json outcome.status=signalled outcome.code=9 || exit 1; done
// CHECK: lockstep: Lockstep was killed while the job ran, and the job with it; the ranks were
// CHECK-NEXT: ranks 0-1: outside MPI, after MPI_Barrier for {{[0-9]+}} s
// CHECK: abandoned.c:[[@LINE+16]]:{{[0-9]+}}: error: {{.*}} [buffer-race]
// Without a trace nothing is kept.
// RUN: env TMPDIR=%t/tmp %python %source-root/test/tools/abandon.py %lockstep run -n 2 --mpi mpich %s
// RUN: ls %t/tmp | FileCheck %s --check-prefix=TMP --allow-empty
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int rank, sent = 1, received = 0;
  MPI_Request request;
  signal(SIGTERM, SIG_IGN);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Irecv(&received, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, &request);
  received = 2;
  MPI_Send(&sent, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int i = 0; i < 3000; ++i) MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) puts("started");
  fflush(stdout);
  for (volatile int forever = 1; forever;) usleep(1000);
}
