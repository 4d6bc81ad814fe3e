// The memory parts of one buffer of a call.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/calls/Call.h"
#include "engine/memory/MemoryPart.h"

namespace lockstep::engine {

/// Of the data buffer at this argument index.
std::vector<MemoryPart> partsOf(const Call &call, std::size_t argument);

}  // namespace lockstep::engine
