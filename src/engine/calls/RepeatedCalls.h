// Finds calls equal to an earlier one from the same place, as most calls in loops are: results that depend only on the
// arguments need not be computed again.
//
// Remembers a few calls, so that a loop over neighbors is recognized in the next iteration. Calls with array arguments
// never count as equal.
#pragma once

#include <array>
#include <cstddef>

#include "engine/calls/Call.h"

namespace lockstep::engine {

class RepeatedCalls {
 public:
  /// Sets `repeated`; call this once everything else about the call is known.
  void note(const Ref<Call> &call);

 private:
  static constexpr std::size_t kSets = 32;
  std::array<std::array<CallPtr, 2>, kSets> first_;  // by a hash of place and arguments, the newer one first
};

}  // namespace lockstep::engine
