// More paths than are explored lead to these calls: each is judged by itself, and with what surrounds it.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s --implicit-check-not error: --implicit-check-not warning:
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s --implicit-check-not error: --implicit-check-not warning:
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK --implicit-check-not error: --implicit-check-not warning:
// OK: lockstep: no errors
#include <mpi.h>
#include <stdlib.h>

#ifdef OK
#define ONLY(wrong, right) right
#else
#define ONLY(wrong, right) wrong
#endif

struct Exchange {
  MPI_Request requests[4];
  double *cells;
  int count, neighbor;
};

int ask(int question);

static void barrierIf(int question) {
  if (ask(question)) MPI_Barrier(MPI_COMM_WORLD);
  if (ask(question + 1)) MPI_Barrier(MPI_COMM_WORLD);
}

static void send(const struct Exchange *exchange, int tag) {
  // CHECK-DAG: [[@LINE+2]]:{{[0-9]+}}: warning: tag of MPI_Send (argument 5) is -9, but must not be negative [arg-tag]
  if (exchange->neighbor > 0)
    MPI_Send(exchange->cells, exchange->count, MPI_DOUBLE, exchange->neighbor, tag, MPI_COMM_WORLD);
  else
    MPI_Recv(exchange->cells, exchange->count, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
}

static void swap(struct Exchange *exchange) {
  int posted = 0;
  // CHECK-DAG: [[@LINE+2]]:{{[0-9]+}}: warning: count of MPI_Irecv (argument 2) is -4, but must not be negative [arg-count]
  if (exchange->count > 3)
    MPI_Irecv(exchange->cells, ONLY(-4, 4), MPI_DOUBLE, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD,
              &exchange->requests[posted++]);
  if (exchange->count > 5) {
    MPI_Isend(exchange->cells + 10, exchange->count, MPI_DOUBLE, abs(exchange->neighbor), 3, MPI_COMM_WORLD,
              &exchange->requests[posted++]);
    // CHECK-DAG: [[@LINE+1]]:{{[0-9]+}}: warning: the store writes to a buffer that a pending MPI_Isend still reads [buffer-race]
    exchange->cells[ONLY(10, 9)] = 1;
  }
  MPI_Waitall(posted, exchange->requests, MPI_STATUSES_IGNORE);
}

int main(int argc, char **argv) {
  struct Exchange exchange = {.count = argc};
  double sum = 0;
  double all;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &exchange.neighbor);
  exchange.cells = malloc(100 * sizeof(double));
  for (int i = 0; i < 100; ++i) exchange.cells[i] = 0;
  barrierIf(0);
  barrierIf(2);
  barrierIf(4);
  barrierIf(6);
  swap(&exchange);
  send(&exchange, ONLY(-9, 9));
  // CHECK-DAG: [[@LINE+1]]:{{[0-9]+}}: error: comm of MPI_Reduce (argument 7) is MPI_COMM_NULL [arg-comm]
  MPI_Reduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, 0, ONLY(MPI_COMM_NULL, MPI_COMM_WORLD));
  free(exchange.cells);
  MPI_Finalize();
  return 0;
}
