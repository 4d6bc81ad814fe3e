// Which calls of a process say the same as an earlier one from their place, as most calls in loops do: what follows
// from the arguments alone need not be worked out again.
//
// One call is remembered for each place. Those with array arguments are taken to be different.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>

#include "engine/Call.h"

namespace lockstep::engine {

class Repeats {
 public:
  /// Sets `repeated`, once all else is known that the call says.
  void note(const std::shared_ptr<Call> &call);

 private:
  std::unordered_map<std::uint32_t, CallPtr> first_;  // by place
};

}  // namespace lockstep::engine
