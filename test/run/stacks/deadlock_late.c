// The callers of a rank that waits in a deadlock, or at the time limit, are also known if its call is one of many: the
// stacks are captured while the ranks are alive.
//
// RUN: rm -rf %t && mkdir %t && %mpicc-mpich -g -O1 -fno-inline %s -o %t/mpich && %mpicc-openmpi -g -O1 -fno-inline %s -o %t/openmpi
// RUN: for mpi in mpich openmpi; do %not66 %lockstep run -n 2 --timeout 100 --json %t/$mpi.json %t/$mpi 2>&1 | FileCheck %s || exit 1; done
// RUN: %json-has %t/mpich.json findings.0.sites.0.stack.0.function=exchange findings.0.sites.0.stack.1.function=main
//
// Nobody is asked who does not want to be.
// RUN: %not66 %lockstep run -n 2 --stacks none %t/mpich 2>&1 | FileCheck %s --check-prefix=NONE
//
// In a roll call, too.
// RUN: %exits 124 %lockstep run -n 2 --timeout 6 %t/mpich spin 2>&1 | FileCheck %s --check-prefix=ROLL
//
// REQUIRES: mpich, openmpi
#include <mpi.h>
#include <unistd.h>

static int value;

void receive(int from) {
  MPI_Recv(&value, 1, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  __asm__ volatile("");
}

void exchange(int round, int rank, int isLast) {
  if (!isLast && rank == round % 2) MPI_Send(&round, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
  if (isLast || rank != round % 2) receive(1 - rank);
  __asm__ volatile("");
}

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int round = 0; round < 100; ++round) exchange(round, rank, 0);
  if (argc > 1 && rank == 1)
    for (;;) sleep(1);
  exchange(0, rank, 1);
  MPI_Finalize();
  return 0;
}
// CHECK: deadlock_late.c:[[#@LINE-21]]:{{.*}} [deadlock]
// CHECK: called from exchange at {{.*}}deadlock_late.c:[[#@LINE-16]]
// CHECK-NEXT: called from main at {{.*}}deadlock_late.c:[[#@LINE-6]]
// NONE: [deadlock]
// NONE-NOT: called from
// ROLL: rank 0: in MPI_Recv for {{[0-9]+}} s, waiting for rank 1 ({{.*}}deadlock_late.c:[[#@LINE-26]], called from exchange at {{.*}}deadlock_late.c:[[#@LINE-20]], main at {{.*}}deadlock_late.c:[[#@LINE-9]])
