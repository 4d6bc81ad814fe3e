// Arrays that hold just what the call reads, and such as it does not read: without elements, away from the root, and
// those for requests of which fewer become complete.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60 %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: %lockstep run --mpi openmpi --cflags=-O2 -n 2 --timeout 60 %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// CHECK: no errors
#include <mpi.h>
#include <stdlib.h>

static int lengths[3] = {1, 1, 1};

int main(int argc, char **argv) {
  int rank, size, value = 7, got[2] = {0}, one = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);

  int displacements[3] = {0, 2, 4};
  MPI_Datatype type;
  MPI_Type_indexed(argc + 2, lengths, displacements, MPI_INT, &type);
  MPI_Type_free(&type);
  MPI_Type_indexed(argc - 1, &one, &one, MPI_INT, &type);
  MPI_Type_free(&type);

  int *counts = malloc((size_t)size * sizeof(int)), *places = malloc((size_t)size * sizeof(int));
  for (int i = 0; i < size; ++i) counts[i] = 1, places[i] = i;
  MPI_Allgatherv(&value, 1, MPI_INT, got, counts, places, MPI_INT, MPI_COMM_WORLD);
  MPI_Gatherv(&value, 1, MPI_INT, got, rank == 0 ? counts : &one, rank == 0 ? places : &one, MPI_INT, 0, MPI_COMM_WORLD);
  free(counts);
  free(places);

  struct {
    int dims[1], periods[1];
  } grid = {{size}, {0}};
  MPI_Comm line;
  MPI_Cart_create(MPI_COMM_WORLD, 1, grid.dims, grid.periods, 0, &line);
  MPI_Comm_free(&line);

  MPI_Request requests[2];
  MPI_Status statuses[2], first;
  int indices[2], found;
  for (int i = 0; i < 3; ++i) {
    MPI_Irecv(&got[0], 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&value, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, statuses);
  }
  requests[0] = MPI_REQUEST_NULL;
  MPI_Isend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitsome(2, requests, &found, indices, &first);  // of two requests one is not active
  MPI_Finalize();
  return 0;
}
