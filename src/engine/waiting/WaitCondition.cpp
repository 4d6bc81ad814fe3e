#include "engine/waiting/WaitCondition.h"

#include <algorithm>

namespace lockstep::engine {

bool WaitCondition::canBeMet(const std::function<bool(int)> &canMove) const {
  const auto can = [&](const WaitCondition &part) { return part.canBeMet(canMove); };
  switch (kind) {
    case Kind::Rank:
      return canMove(rank);
    case Kind::All:
      return std::ranges::all_of(parts, can);
    case Kind::Any:
      return std::ranges::any_of(parts, can);
  }
  return true;
}

void WaitCondition::collectRanks(std::vector<int> &ranks) const {
  if (kind == Kind::Rank) ranks.push_back(rank);
  for (const WaitCondition &part : parts) part.collectRanks(ranks);
}

}  // namespace lockstep::engine
