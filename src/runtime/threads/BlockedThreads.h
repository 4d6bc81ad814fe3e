// Counts threads that are blocked in MPI calls that may wait (see order/RunnableThreads.h).
//
// Counted only if several threads exist and may call MPI. A thread counts as blocked only after its Enter is written,
// and as runnable again before its Leave is: a process in which no thread can run has all its Enters in the trace.
#pragma once

#include "mpi/Routine.h"
#include "runtime/order/RunnableThreads.h"

namespace lockstep::runtime {

struct ThreadState;

void countActors(RunnableThreads *actors, bool (*isActor)());
/// MPI was initialized with this level.
void grantThreads(int level);

/// Another thread may touch memory now.
bool mayOthersAct();
/// Whether the program has, or had, more than one thread.
bool areSeveral();

void restInside(ThreadState &thread, mpi::Routine routine);
/// The call of the thread has returned, or the thread has ended inside.
void stirFrom(ThreadState &thread);

}  // namespace lockstep::runtime
