// Replaces the predefined error handlers that end the process, so that a record says which rank aborted, in which call,
// and why, before the launcher kills the other ranks.
//
// The program does not see them: its calls that set and query handlers are intercepted. A handler writes its record,
// restores the predefined one and invokes it. If the program has set its own handler, or lets errors be returned,
// nothing is changed. Communicators inherit the handler; windows get it when they are created.
#pragma once

#include <mpi.h>

namespace lockstep::runtime {

struct ThreadState;

/// Replaces entry points that take or return error handlers, by routine number; before any call is recorded.
void hideErrorHandlers(void **called);

/// MPI is initialized: the predefined communicators get our handlers.
void watchErrors();
void watchErrors(MPI_Win window);

/// The process exits: inside a call of a program that has only sessions, MPICH has found no handler of ours where the
/// error concerns no object of the program, and exits with the code of the error.
void recordEndWithoutWorld(ThreadState &thread, int status);

}  // namespace lockstep::runtime
