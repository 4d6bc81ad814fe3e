// A start of an origin and the post of a target that belong together, see Exposure.h.
#pragma once

#include <memory>
#include <vector>

#include "engine/Clock.h"

namespace lockstep::engine {

struct Meeting {
  int origin = -1;  // in the world
  int target = -1;
  bool isRead = false;  // the origin reads the target's memory
  Stamp posted{};       // the target calls post; tick 0 as long as that is not ordered
  Stamp completed{};    // the origin calls complete; likewise
};
using MeetingPtr = std::shared_ptr<Meeting>;
using Meetings = std::vector<MeetingPtr>;

}  // namespace lockstep::engine
