// Two variables hold one request. After it was completed or freed through one of them, the other is stale. Using one
// variable for several requests whose handles are stored elsewhere is fine.
// REQUIRES: mpich, openmpi
// RUN: for mpi in mpich openmpi; do %not66 %lockstep run --mpi $mpi -n 2 --timeout 60 --json %t.json --cflags=-DWAITED %s 2>&1 | FileCheck %s --check-prefix=WAITED || exit 1; %json-has %t.json findings.#=1 || exit 1; done
// RUN: for mpi in mpich openmpi; do %not66 %lockstep run --mpi $mpi -n 2 --timeout 60 --json %t.json --cflags=-DFREED %s 2>&1 | FileCheck %s --check-prefix=FREED || exit 1; %json-has %t.json findings.#=1 || exit 1; done
// RUN: for mpi in mpich openmpi; do %lockstep run --mpi $mpi -n 2 --timeout 60 %s 2>&1 | FileCheck %s --check-prefix=RIGHT || exit 1; done
// RIGHT-NOT: {{error|warning}}:
// RIGHT: lockstep: no errors
#include <mpi.h>

enum { kMessages = 5 };

int main(int argc, char **argv) {
  int rank, out[kMessages] = {0}, in[kMessages];
  MPI_Request request, kept[2 * kMessages];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < kMessages; ++i) {
    MPI_Irecv(&in[i], 1, MPI_INT, 1 - rank, i, MPI_COMM_WORLD, &request);
    kept[2 * i] = request;
    MPI_Issend(&out[i], 1, MPI_INT, 1 - rank, i, MPI_COMM_WORLD, &request);
    kept[2 * i + 1] = request;
  }
  MPI_Waitall(2 * kMessages, kept, MPI_STATUSES_IGNORE);
#ifdef WAITED
  MPI_Request copy;
  MPI_Irecv(in, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
  copy = request;
  MPI_Send(out, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
  // WAITED-DAG: copies.c:[[@LINE+1]]:{{.*}}note: is completed here
  MPI_Wait(&copy, MPI_STATUS_IGNORE);
  // WAITED-DAG: copies.c:[[@LINE+1]]:{{.*}}error: request of MPI_Wait (argument 1) is a request that was completed through another copy of its handle [arg-request]
  MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
#ifdef FREED
  MPI_Request copy;
  MPI_Recv_init(in, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
  copy = request;
  MPI_Request_free(&copy);
  // FREED: copies.c:[[@LINE+1]]:{{.*}}error: request of MPI_Start (argument 1) is a request that was freed through another copy of its handle [arg-request]
  MPI_Start(&request);
#endif
  MPI_Finalize();
  return 0;
}
