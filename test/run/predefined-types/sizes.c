// The sizes of predefined types in the table are those of the MPI libraries; a pair is as large as its parts.
// REQUIRES: mpich, openmpi
// RUN: %mpicc-mpich -I%source-root/src %s -o %t.mpich
// RUN: %t.mpich | FileCheck %s
// RUN: %mpicc-openmpi -DOMPI_OMIT_MPI1_COMPAT_DECLS=0 -I%source-root/src %s -o %t.openmpi
// RUN: env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 %t.openmpi | FileCheck %s
#include <mpi.h>
#include <stdio.h>

static int compared;

enum {
#define MPI_PREDEFINED_TYPE(id, number, name, category, bytes) id##Bytes = bytes,
#include "mpi/Predefined.def"
};

static void compare(const char *name, MPI_Datatype type, int bytes) {
  int size;
  if (type == MPI_DATATYPE_NULL) return;
  MPI_Type_size(type, &size);
  if (size != bytes) printf("%s: size %d, not %d\n", name, size, bytes);
  ++compared;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
#define MPI_PREDEFINED_DECLARED_ONLY
#define MPI_PREDEFINED_TYPE(id, number, name, category, bytes) compare(#name, MPI_##name, bytes);
#define MPI_PREDEFINED_PAIR(id, number, name, first, second) compare(#name, MPI_##name, first##Bytes + second##Bytes);
#include "mpi/Predefined.def"
  printf("compared %s\n", compared > 50 ? "many" : "few");
  MPI_Finalize();
  return 0;
}

// CHECK-NOT: not
// CHECK: compared many
