// Handlers of our own in place of the predefined ones that end the process, so that the record says who gave up, in
// which call, and why, before the launcher ends the other ranks.
//
// The program does not see them: what it sets and asks for goes through functions that stand between its calls and the
// library's. A handler writes its record, puts the predefined one back and lets that do its work. Where the program has
// a handler of its own, or lets errors be returned, nothing is changed. Communicators inherit the handler; windows get
// it when they are made.
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
