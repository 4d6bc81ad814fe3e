// The operations of a process that nobody will complete any more, by the places that lost them.
//
// One completion call that is missing loses many requests: those of an array, in every round of a loop. Operations that
// start at one place, and whose requests are overwritten at one place or not at all, are told together; the array that
// their requests lie in tells which places belong together (report/merge/Consequences.h).
#pragma once

#include <vector>

#include "engine/process/Process.h"

namespace lockstep::engine {

struct LostRequests {
  Operations operations;  // in the order of their calls
  report::Cause cause;

  const Operation &first() const { return *operations.front(); }
};

std::vector<LostRequests> lostRequests(const Process &process);

}  // namespace lockstep::engine
