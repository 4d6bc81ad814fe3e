// One-sided operations, and other operations that continue after their call has returned.
#pragma once

#include "mpi/Routine.h"

namespace lockstep::mpi {

/// Puts, gets, accumulates and the operations that fetch.
bool isRma(Class cls);

/// Whether the routine creates or takes a window.
bool isAboutWindow(const RoutineInfo &routine);

/// Whether MPI may use the memory passed to the call, or expose it, after the call has returned.
bool outlivesCall(const RoutineInfo &routine);

}  // namespace lockstep::mpi
