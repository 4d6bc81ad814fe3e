// A matched pair of an origin's start and a target's post, see Exposure.h.
#pragma once

#include <vector>

#include "engine/order/Clock.h"
#include "engine/support/Ref.h"

namespace lockstep::engine {

struct PscwPair : Counted {
  PscwPair(int origin, int target) : origin(origin), target(target) {}
  int origin;  // world rank
  int target;
  bool isRead = false;  // the origin reads the target's memory
  Stamp posted{};       // the target's post; tick 0 until it is ordered
  Stamp completed{};    // the origin's complete; tick 0 until it is ordered
};
using MeetingPtr = Ref<PscwPair>;
using PscwPairs = std::vector<MeetingPtr>;

}  // namespace lockstep::engine
