// The memory that a recorded call's buffers cover (see semantics/Footprint.h), and the counts and displacements that an
// operation reads which goes on after its call. What is not significant or not known has no part.
#pragma once

#include <optional>
#include <vector>

#include "engine/calls/Call.h"
#include "engine/memory/MemoryPart.h"

namespace lockstep::engine {

/// False for calls that have no footprint whatever their arguments say. One-sided operations are left out.
bool hasFootprint(const mpi::RoutineInfo &routine);

/// Valid as long as the call. Worked out once for all calls that repeat each other.
const std::vector<MemoryPart> &footprintOf(const Call &call);

/// A buffer of a one-sided operation on this process.
std::optional<MemoryPart> localBuffer(const Call &call, const mpi::BufferPlan &plan);

}  // namespace lockstep::engine
