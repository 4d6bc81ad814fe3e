// One object of every kind but windows is lost, in a loop the communicators; what is freed is not reported.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s %t.file 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=7
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s %t.file 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=7
#include <mpi.h>

static void onError(MPI_Comm *comm, int *code, ...) {
  (void)comm;
  (void)code;
}

static void add(void *in, void *inout, int *length, MPI_Datatype *type) {
  (void)in;
  (void)inout;
  (void)length;
  (void)type;
}

int main(int argc, char **argv) {
  MPI_Comm comm;
  MPI_Datatype type;
  MPI_Group group;
  MPI_Op op;
  MPI_Info info;
  MPI_Errhandler handler;
  MPI_File file;
  MPI_Init(&argc, &argv);
  // CHECK: every_kind.c:[[@LINE+1]]:{{[0-9]+}}: warning: 3 communicators that MPI_Comm_dup makes here are never freed [leak-comm]
  for (int i = 0; i < 3; i++) MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  // CHECK: created here on ranks 0-1
  // CHECK: every_kind.c:[[@LINE+1]]:{{[0-9]+}}: warning: the datatype that MPI_Type_contiguous makes here is never freed [leak-datatype]
  MPI_Type_contiguous(2, MPI_INT, &type);
  // CHECK: every_kind.c:[[@LINE+1]]:{{[0-9]+}}: warning: the group that MPI_Comm_group makes here is never freed [leak-group]
  MPI_Comm_group(MPI_COMM_WORLD, &group);
  // CHECK: every_kind.c:[[@LINE+1]]:{{[0-9]+}}: warning: the operation that MPI_Op_create makes here is never freed [leak-op]
  MPI_Op_create(add, 1, &op);
  // CHECK: every_kind.c:[[@LINE+1]]:{{[0-9]+}}: warning: the info object that MPI_Info_create makes here is never freed [leak-info]
  MPI_Info_create(&info);
  // CHECK: every_kind.c:[[@LINE+1]]:{{[0-9]+}}: warning: the error handler that MPI_Comm_create_errhandler makes here is never freed [leak-errhandler]
  MPI_Comm_create_errhandler(onError, &handler);
  // CHECK: every_kind.c:[[@LINE+1]]:{{[0-9]+}}: warning: the file that MPI_File_open makes here is never closed [leak-file]
  MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
  MPI_Type_contiguous(2, MPI_INT, &type);
  MPI_Type_free(&type);
  MPI_Info_create(&info);
  MPI_Info_free(&info);
  MPI_Comm_group(MPI_COMM_WORLD, &group);
  MPI_Group_free(&group);
  MPI_Finalize();
  return 0;
}
