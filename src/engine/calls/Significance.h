// Which arguments of a recorded call count (see mpi/Significance.h).
#pragma once

#include <cstddef>

#include "engine/calls/Call.h"

namespace lockstep::engine {

bool isSignificant(const Call &call, std::size_t argument);

}  // namespace lockstep::engine
