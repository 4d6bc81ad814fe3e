// With sessions only, neither MPI_Init nor MPI_Finalize is needed.
// RUN: %check %s 2>&1 | FileCheck %s --check-prefix=RIGHT
// RIGHT-NOT: {{warning|error}}:
// RIGHT: lockstep: no errors
#include <mpi.h>

int main(void) {
  MPI_Session session;
  MPI_Group group;
  MPI_Comm comm;
  MPI_Info info;
  MPI_Info_create(&info);
  MPI_Info_free(&info);
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
  MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
  MPI_Comm_create_from_group(group, "lockstep", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
  MPI_Barrier(comm);
  MPI_Comm_free(&comm);
  MPI_Group_free(&group);
  MPI_Session_finalize(&session);
  return 0;
}
