// A program that uses sessions only needs neither MPI_Init nor MPI_Finalize.
// REQUIRES: mpich
// RUN: %mpicc-mpich -g %s -o %t.exe
// RUN: %lockstep run -n 2 --timeout 60 %t.exe 2>&1 | FileCheck %s
#include <mpi.h>

int main(void) {
  MPI_Session session;
  MPI_Group group;
  MPI_Comm comm;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
  MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
  MPI_Comm_create_from_group(group, "lockstep", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
  MPI_Barrier(comm);
  MPI_Comm_free(&comm);
  MPI_Group_free(&group);
  MPI_Session_finalize(&session);
  return 0;
}

// CHECK-NOT: {{error|warning}}:
// CHECK: lockstep: no errors; 2 ranks
