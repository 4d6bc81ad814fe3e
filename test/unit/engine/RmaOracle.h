// The data races of a one-sided program, directly from the definitions: the complete happens-before graph, and every
// pair of accesses compared. No clock, no history, nothing is dropped.
#pragma once

#include <set>
#include <utility>
#include <vector>

#include "RmaProgram.h"

namespace lockstep::reference {

/// Two accesses by their lines, the lower first, and what they have in common.
struct Race {
  int first = 0;
  int second = 0;
  Object object{};
  int owner = 0;  // the rank whose memory it is
  Bytes bytes = 0;
  friend auto operator<=>(const Race &, const Race &) = default;
};

std::vector<Race> findRaces(const RmaProgram &program);

}  // namespace lockstep::reference
