// The operations of a process that were never completed, grouped by the places that lost them.
//
// One missing completion call loses many requests: those of an array, in every iteration of a loop. Operations that
// start at one place, and whose requests are overwritten at one place or not at all, form one finding; the array of the
// requests tells which findings belong together (report/merge/Consequences.h).
#pragma once

#include <vector>

#include "engine/process/Process.h"

namespace lockstep::engine {

struct LostRequests {
  Operations operations;  // in call order
  report::Cause cause;

  const Operation &first() const { return *operations.front(); }
};

std::vector<LostRequests> lostRequests(const Process &process);

}  // namespace lockstep::engine
