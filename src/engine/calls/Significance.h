// Which arguments of a recorded call are significant (see mpi/Significance.h).
#pragma once

#include <cstddef>

#include "engine/calls/Call.h"
#include "mpi/Significance.h"

namespace lockstep::engine {

/// Of the caller in the communicator of the call.
mpi::Standing standingOf(const Call &call);

bool isSignificant(const Call &call, std::size_t argument);

}  // namespace lockstep::engine
