// A communicator is created from a session that is finalized, or the world is used in a program that has sessions only.
// REQUIRES: mpich
// RUN: %not66 %lockstep check --mpi mpich %s -- -DFINALIZED 2>&1 | FileCheck %s --check-prefix=FINALIZED
// RUN: %not66 %lockstep check --mpi mpich %s -- -DWORLD 2>&1 | FileCheck %s --check-prefix=WORLD
// RUN: %lockstep check --mpi mpich %s 2>&1 | FileCheck %s --check-prefix=OK
// FINALIZED: error: MPI_Comm_create_from_group is called before MPI_Init [lifecycle]
// WORLD: error: MPI_Barrier is called before MPI_Init [lifecycle]
// OK-NOT: {{error|warning}}:
// OK: lockstep: no errors
#include <mpi.h>

int main(void) {
  int rank;
  MPI_Session session;
  MPI_Group group;
  MPI_Comm comm;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
  MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
#ifdef FINALIZED
  MPI_Session_finalize(&session);
#endif
  MPI_Comm_create_from_group(group, "members", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
  MPI_Comm_rank(comm, &rank);
  MPI_Group_free(&group);
  MPI_Comm_free(&comm);
#ifndef FINALIZED
  MPI_Session_finalize(&session);
#endif
#ifdef WORLD
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  return 0;
}
