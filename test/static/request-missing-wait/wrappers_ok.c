// REQUIRES: mpich, openmpi
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// CHECK-NOT: {{warning|error}}:
// CHECK: lockstep: no errors
#include <mpi.h>

typedef struct {
  MPI_Request sent, received;
  int out, in;
} Exchange;

static void begin(Exchange *exchange, int next, int previous) {
  MPI_Irecv(&exchange->in, 1, MPI_INT, previous, 0, MPI_COMM_WORLD, &exchange->received);
  MPI_Isend(&exchange->out, 1, MPI_INT, next, 0, MPI_COMM_WORLD, &exchange->sent);
}

static void complete(MPI_Request *request) { MPI_Wait(request, MPI_STATUS_IGNORE); }

static void end(Exchange *exchange) {
  complete(&exchange->received);
  complete(&exchange->sent);
}

int main(int argc, char **argv) {
  int rank, size;
  Exchange exchange = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, 0, 0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  begin(&exchange, (rank + 1) % size, (rank + size - 1) % size);
  end(&exchange);
  MPI_Finalize();
  return 0;
}
