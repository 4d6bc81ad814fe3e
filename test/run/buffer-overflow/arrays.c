// Array arguments that are shorter than the call requires: variables, globals and heap blocks, with a length that is
// passed or is the size of the communicator. Each is one finding, whatever is behind the array, and several arrays of
// one call that are too short are one as well.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 %s 2>&1 | FileCheck %s --check-prefixes=CHECK,MPICH --implicit-check-not=error:
// RUN: %not66 %lockstep run --mpi openmpi --cflags=-O2 -n 2 --timeout 60 %s 2>&1 | FileCheck %s --check-prefixes=CHECK,OPENMPI --implicit-check-not=error:
#include <mpi.h>
#include <stdlib.h>

static int lengths[3] = {1, 1, 1};

static void index4(int count, const int *displacements) {
  MPI_Datatype type;
  // CHECK-DAG: arrays.c:[[@LINE+1]]:{{[0-9]+}}: error: array_of_blocklengths of MPI_Type_indexed (argument 2) points to 12 bytes of memory, but the call reads 4 x int (16 bytes) [buffer-overflow]
  if (MPI_Type_indexed(count, lengths, displacements, MPI_INT, &type) == MPI_SUCCESS) MPI_Type_free(&type);
}

int main(int argc, char **argv) {
  int value = 7, got[4] = {0};
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  int displacements[3] = {0, 2, 4};
  index4(argc + 3, displacements);

  // What the library reads behind the array are ones.
  int *counts = malloc(4 * sizeof(int));
  for (int i = 0; i < 4; ++i) counts[i] = 1;
  counts = realloc(counts, sizeof(int));
  int places[2] = {0, 1};
  // CHECK-DAG: arrays.c:[[@LINE+1]]:{{[0-9]+}}: error: recvcounts of MPI_Allgatherv (argument 5) points to 4 bytes of memory, but the call reads 2 x int (8 bytes) [buffer-overflow]
  if (argc == 1) MPI_Allgatherv(&value, 1, MPI_INT, got, counts, places, MPI_INT, MPI_COMM_WORLD);
  free(counts);

  struct {
    MPI_Request requests[3];
    MPI_Status *statuses;
  } all = {{MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL}, calloc(4, sizeof(MPI_Status))};
  all.statuses = realloc(all.statuses, 2 * sizeof(MPI_Status));
  // MPICH-DAG: arrays.c:[[@LINE+2]]:{{[0-9]+}}: error: array_of_statuses of MPI_Waitall (argument 3) points to 40 bytes of memory, but the call writes 3 x MPI_Status [buffer-overflow]
  // OPENMPI-DAG: arrays.c:[[@LINE+1]]:{{[0-9]+}}: error: array_of_statuses of MPI_Waitall (argument 3) points to 48 bytes of memory, but the call writes 3 x MPI_Status [buffer-overflow]
  MPI_Waitall(3, all.requests, all.statuses);
  MPI_Finalize();
  return 0;
}
