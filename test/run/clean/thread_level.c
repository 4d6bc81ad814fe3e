// The program requests a thread level and gets the same answer as without Lockstep.
// REQUIRES: mpich, openmpi
// RUN: %mpicc-mpich -g %s -o %t.mpich.exe
// RUN: mpiexec.mpich -n 1 %t.mpich.exe >%t.native
// RUN: %lockstep run -q -n 1 %t.mpich.exe >%t.recorded
// RUN: diff %t.native %t.recorded
// RUN: %mpicc-openmpi -g %s -o %t.openmpi.exe
// RUN: env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpiexec.openmpi -n 1 %t.openmpi.exe >%t.native
// RUN: %lockstep run -q -n 1 %t.openmpi.exe >%t.recorded
// RUN: diff %t.native %t.recorded
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int provided, queried;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
  MPI_Query_thread(&queried);
  printf("asked %d, told %d, queried %d\n", MPI_THREAD_SERIALIZED, provided, queried);
  MPI_Finalize();
  return 0;
}
