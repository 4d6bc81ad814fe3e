// thread-level: the levels of thread support, which calls need one, and what is wrong with a call that needs more than
// the program asked for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "mpi/Routine.h"
#include "semantics/Verdict.h"

namespace lockstep::semantics {

/// With the numbers that MPI gives them.
enum class ThreadLevel : std::uint32_t { Single, Funneled, Serialized, Multiple };

/// "MPI_THREAD_SINGLE"
std::string_view nameOf(ThreadLevel level);

/// Not so for what any thread may call at every level, nor for MPI_Abort, which ends the program anyway.
bool needsThreadSupport(const mpi::RoutineInfo &routine);

/// "ask for MPI_THREAD_MULTIPLE with MPI_Init_thread and check the provided level"
std::string askFor(ThreadLevel level);

Verdict needsMore(const mpi::RoutineInfo &call, ThreadLevel needed, ThreadLevel asked);

}  // namespace lockstep::semantics
