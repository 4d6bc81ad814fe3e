// A thread or a library that is not seen may send the message that is waited for.
// RUN: %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DLIBRARY 2>&1 | FileCheck %s
// CHECK-NOT: deadlock
// CHECK: lockstep: no errors
#include <mpi.h>
#include <pthread.h>

void exchange(void);

static void *work(void *data) {
  MPI_Send(data, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  return 0;
}

int main(int argc, char **argv) {
  int rank, provided, value = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef LIBRARY
  if (rank == 0) exchange();
#else
  pthread_t thread;
  if (rank == 0) {
    pthread_create(&thread, 0, work, &value);
    pthread_join(thread, 0);
  }
#endif
  if (rank == 1) MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
