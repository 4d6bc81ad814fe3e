// The library ends a rank of a program that uses sessions only: rank, call and message are reported, as after MPI_Init.
// The same call with an existing process set is fine.
// REQUIRES: mpich
// RUN: %mpicc-mpich -g %s -o %t.exe
// RUN: %not66 %lockstep run -n 2 --timeout 60 --json %t.json %t.exe app://none 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=arg-other
// RUN: %lockstep run -n 2 --timeout 60 %t.exe mpi://SELF 2>&1 | FileCheck %s --check-prefix=RIGHT
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Session session;
  MPI_Group group;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
  // CHECK: session_gives_up.c:[[@LINE+2]]:{{[0-9]+}}: error: the MPI library ends {{ranks? [01].*}} inside MPI_Group_from_session_pset: MPI_ERR_ARG: {{.*}} [arg-other]
  // CHECK-NEXT: MPI_Group_from_session_pset(
  MPI_Group_from_session_pset(session, argc > 1 ? argv[1] : "", &group);
  MPI_Group_free(&group);
  MPI_Session_finalize(&session);
  return 0;
}

// RIGHT-NOT: {{error|warning}}:
// RIGHT: lockstep: no errors; 2 ranks
