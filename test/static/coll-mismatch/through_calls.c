// Rank and communicator come through calls, a struct and a global; an early return keeps a rank from the collective.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
#include <mpi.h>

struct context {
  MPI_Comm comm;
  int rank, size;
};
static int verbosity;

static void setUp(struct context *context, MPI_Comm comm) {
  MPI_Comm_dup(comm, &context->comm);
  MPI_Comm_rank(comm, &context->rank);
  MPI_Comm_size(comm, &context->size);
}

static int isFirst(const struct context *context) { return context->rank == 0; }

static void sum(const struct context *context, double *value) {
  if (isFirst(context) && verbosity == 0) return;
  // CHECK: through_calls.c:[[@LINE+1]]:3: error: MPI_Allreduce is not called by all ranks
  MPI_Allreduce(MPI_IN_PLACE, value, 1, MPI_DOUBLE, MPI_SUM, context->comm);
}

int main(int argc, char **argv) {
  struct context context;
  double value = 1;
  MPI_Init(&argc, &argv);
  setUp(&context, MPI_COMM_WORLD);
  verbosity = 0;
  sum(&context, &value);
  MPI_Comm_free(&context.comm);
  MPI_Finalize();
  return 0;
}
