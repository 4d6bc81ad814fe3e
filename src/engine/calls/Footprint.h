// The memory that a call's buffers cover, found by the roles of its arguments (see mpi/Roles.def): which bytes the
// operation reads or writes on this process. What is not significant or not known has no part.
//
// The counts and displacements of an operation that goes on after its call are read until it is complete.
//
// One-sided operations are left out.
#pragma once

#include <vector>

#include "engine/calls/Call.h"
#include "engine/memory/MemoryPart.h"

namespace lockstep::engine {

/// False for calls that have no footprint whatever their arguments say.
bool hasFootprint(const mpi::RoutineInfo &routine);

/// Valid as long as the call. Worked out once for all calls that repeat each other.
const std::vector<MemoryPart> &footprintOf(const Call &call);

}  // namespace lockstep::engine
