// A start of an origin and the post of a target that belong together, see Exposure.h.
#pragma once

#include <vector>

#include "engine/order/Clock.h"
#include "engine/support/Ref.h"

namespace lockstep::engine {

struct PscwPair : Counted {
  PscwPair(int origin, int target) : origin(origin), target(target) {}
  int origin;  // in the world
  int target;
  bool isRead = false;  // the origin reads the target's memory
  Stamp posted{};       // the target calls post; tick 0 as long as that is not ordered
  Stamp completed{};    // the origin calls complete; likewise
};
using MeetingPtr = Ref<PscwPair>;
using PscwPairs = std::vector<MeetingPtr>;

}  // namespace lockstep::engine
