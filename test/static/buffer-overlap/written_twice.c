// A call writes bytes more than once: entries of its datatype overlap, also at the target, or the pieces of two ranks. To
// read them twice at the root of a scatter is a warning.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: [buffer-overlap]
// OK: lockstep: no errors
#include <mpi.h>

#ifdef OK
enum { kStep = 2 };
#else
enum { kStep = 1 };
#endif

int main(int argc, char **argv) {
  int rank, size;
  double all[8] = {0}, own[2] = {0}, columns[4][4] = {{0}};
  MPI_Datatype rows, column;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size != 2) MPI_Abort(MPI_COMM_WORLD, 1);
  int counts[2] = {2, 2}, places[2] = {0, kStep};
  // CHECK-DAG: written_twice.c:[[@LINE+1]]:3: error: MPI_Gatherv writes some bytes of recvbuf more than once: the pieces of different ranks overlap [buffer-overlap]
  MPI_Gatherv(own, 2, MPI_DOUBLE, all, counts, places, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  // CHECK-DAG: written_twice.c:[[@LINE+1]]:3: warning: MPI_Scatterv reads some bytes of sendbuf more than once: the pieces of different ranks overlap [buffer-overlap]
  MPI_Scatterv(all, counts, places, MPI_DOUBLE, own, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Type_create_hvector(3, 2, kStep * sizeof(double), MPI_DOUBLE, &rows);
  MPI_Type_commit(&rows);
  if (rank == 0) {
    MPI_Send(all, 6, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  } else {
    // CHECK-DAG: written_twice.c:[[@LINE+1]]:5: error: MPI_Recv writes some bytes more than once: the entries of buf overlap each other [buffer-overlap]
    MPI_Recv(all, 1, rows, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Win_create(all, sizeof all, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  double sent[6] = {0};
  // CHECK-DAG: written_twice.c:[[@LINE+1]]:18: error: MPI_Put writes some bytes more than once: the entries of target_datatype overlap each other [buffer-overlap]
  if (rank == 0) MPI_Put(sent, 6, MPI_DOUBLE, 1, 0, 1, rows, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Type_vector(4, 1, 4, MPI_DOUBLE, &column);
  MPI_Type_commit(&column);
  MPI_Bcast(columns, 1, column, 0, MPI_COMM_WORLD);
  MPI_Type_free(&rows);
  MPI_Type_free(&column);
  MPI_Finalize();
  return 0;
}
