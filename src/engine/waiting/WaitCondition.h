// What a rank needs before its call can return: that some other rank moves, all of several, or one of several.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace lockstep::engine {

struct WaitCondition {
  enum class Kind : std::uint8_t { Rank, All, Any };
  Kind kind = Kind::All;
  int rank = -1;                     // of Rank: that it moves
  std::vector<WaitCondition> parts;  // of All and Any; All of nothing is met, Any of nothing never is

  static WaitCondition of(int rank) { return {Kind::Rank, rank, {}}; }
  bool isMet() const { return kind == Kind::All && parts.empty(); }
  /// Whether it can be met when these ranks move.
  bool canBeMet(const std::function<bool(int)> &canMove) const;
  void collectRanks(std::vector<int> &ranks) const;
};

}  // namespace lockstep::engine
