// A node of the AND/OR wait-for graph: what a rank needs before its call can return.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace lockstep::engine {

struct WaitCondition {
  enum class Kind : std::uint8_t { Rank, All, Any };
  Kind kind = Kind::All;
  int rank = -1;                     // for Rank: the rank that must move
  std::vector<WaitCondition> parts;  // of All and Any; an empty All is met, an empty Any never is

  static WaitCondition of(int rank) { return {Kind::Rank, rank, {}}; }
  bool isMet() const { return kind == Kind::All && parts.empty(); }
  /// Whether the condition can be met if these ranks move.
  bool canBeMet(const std::function<bool(int)> &canMove) const;
  void collectRanks(std::vector<int> &ranks) const;
};

}  // namespace lockstep::engine
