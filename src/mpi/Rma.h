// One-sided operations, and other operations that continue after their call has returned.
#pragma once

#include "mpi/Routine.h"

namespace lockstep::mpi {

/// Puts, gets, accumulates and the operations that fetch.
bool isRma(Class cls);

/// Whether the routine makes a window, or is given one.
bool isAboutWindow(const RoutineInfo &routine);

/// Whether MPI may still work on the memory that the call was given, or exposes it, when the call has returned.
bool outlivesCall(const RoutineInfo &routine);

}  // namespace lockstep::mpi
