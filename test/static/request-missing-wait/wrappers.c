// Two functions with a structure start and complete requests: the send is not completed, the receive is waited for
// twice.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: {{warning|error}}:
// OK: lockstep: no errors
#include <mpi.h>

typedef struct {
  MPI_Request sent, received;
  int out, in;
} Exchange;

static void begin(Exchange *exchange, int next, int previous) {
  MPI_Irecv(&exchange->in, 1, MPI_INT, previous, 0, MPI_COMM_WORLD, &exchange->received);
  // CHECK: wrappers.c:[[@LINE+1]]:{{.*}}error: the operation of MPI_Isend is never completed [request-missing-wait]
  MPI_Isend(&exchange->out, 1, MPI_INT, next, 0, MPI_COMM_WORLD, &exchange->sent);
}

static void complete(MPI_Request *request) { MPI_Wait(request, MPI_STATUS_IGNORE); }

static void end(Exchange *exchange) {
  complete(&exchange->received);
#ifdef OK
  complete(&exchange->sent);
#else
  complete(&exchange->received);
#endif
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
