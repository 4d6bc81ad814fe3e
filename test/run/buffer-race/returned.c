// Variables whose lifetime ends while an operation uses them: of a function, one of dynamic size, and of a caller's
// callee; the run also sees it if another file has started the operation. A variable that outlives its operation is
// fine.
// REQUIRES: mpich, openmpi
// RUN: for mpi in mpich openmpi; do %not66 %lockstep run --mpi $mpi -n 2 --timeout 60 --cflags=-DEARLY --json %t.json %s 2>&1 | FileCheck %s || exit 1; %json-has %t.json findings.#=3 findings.0.confirmed=both || exit 1; done
// RUN: for mpi in mpich openmpi; do %lockstep run --mpi $mpi -n 2 --timeout 60 --cflags=-O2 %s 2>&1 | FileCheck %s --check-prefix=RIGHT || exit 1; done
// RIGHT: lockstep: no errors
#include <alloca.h>
#include <mpi.h>
#include <string.h>

static int gOther;

static void finish(MPI_Request *request) { MPI_Wait(request, MPI_STATUS_IGNORE); }

static void receive(int tag) {
  char in[256];
  MPI_Recv(in, 256, MPI_CHAR, gOther, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void send(const char *text, int count, int tag, MPI_Request *request) {
  MPI_Issend(text, count, MPI_CHAR, gOther, tag, MPI_COMM_WORLD, request);
}

static void fixed(MPI_Request *request) {
  char text[64];
  memset(text, 'a', sizeof text);
  send(text, 64, 1, request);
#ifndef EARLY
  receive(1);
  finish(request);
#endif
  // CHECK-DAG: returned.c:[[@LINE+1]]:{{.*}}error: the function returns while a pending MPI_Issend still uses its local variable [buffer-race]
}

static void sized(int count, MPI_Request *request) {
  char text[count];
  memset(text, 'b', (size_t)count);
  send(text, count, 2, request);
#ifndef EARLY
  receive(2);
  finish(request);
#endif
  // CHECK-DAG: returned.c:[[@LINE+1]]:{{.*}}error: the function returns while a pending MPI_Issend still uses its local variable [buffer-race]
}

static void allocated(int count, MPI_Request *request) {
  char *text = alloca((size_t)count);
  memset(text, 'c', (size_t)count);
  MPI_Issend(text, count, MPI_CHAR, gOther, 3, MPI_COMM_WORLD, request);
#ifndef EARLY
  receive(3);
  finish(request);
#endif
  // CHECK-DAG: returned.c:[[@LINE+1]]:{{.*}}error: the function returns while a pending MPI_Issend still uses its local variable [buffer-race]
}

int main(int argc, char **argv) {
  int rank;
  MPI_Request requests[3];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  gOther = 1 - rank;
  fixed(&requests[0]);
  sized(64 + argc, &requests[1]);
  allocated(64 + argc, &requests[2]);
#ifdef EARLY
  for (int i = 0; i < 3; ++i) receive(i + 1);
  for (int i = 0; i < 3; ++i) finish(&requests[i]);
#endif
  MPI_Finalize();
  return 0;
}
