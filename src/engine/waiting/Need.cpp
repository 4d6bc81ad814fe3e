#include "engine/waiting/Need.h"

#include <algorithm>

namespace lockstep::engine {

bool Need::canBeMet(const std::function<bool(int)> &canMove) const {
  const auto can = [&](const Need &part) { return part.canBeMet(canMove); };
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

void Need::collectRanks(std::vector<int> &ranks) const {
  if (kind == Kind::Rank) ranks.push_back(rank);
  for (const Need &part : parts) part.collectRanks(ranks);
}

}  // namespace lockstep::engine
