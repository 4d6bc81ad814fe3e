// Which calls of a process say the same as an earlier one from their place, as most calls in loops do: what follows
// from the arguments alone need not be worked out again.
//
// A few calls are remembered, so that a loop over neighbors is known again in the next round. Those with array
// arguments are taken to be different.
#pragma once

#include <array>
#include <cstddef>

#include "engine/calls/Call.h"

namespace lockstep::engine {

class RepeatedCalls {
 public:
  /// Sets `repeated`, once all else is known that the call says.
  void note(const Ref<Call> &call);

 private:
  static constexpr std::size_t kSets = 32;
  std::array<std::array<CallPtr, 2>, kSets> first_;  // by a hash of place and arguments, the newer one in front
};

}  // namespace lockstep::engine
