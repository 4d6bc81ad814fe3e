// Conflicts behind a loop that polls with plain loads.
//
// A rank that polls until another rank's write shows comes after what that rank had completed before, on most machines;
// but no rule of MPI says so. Such a conflict is softer than others (Relation::Awaited), and so is one of two stores to
// an element that is polled.
//
// The write may be handled long after the two accesses, or before them. So that this does not matter, a conflict of a
// rank that has polled is postponed until each of the two ranks knows of the other's access: what is written from then
// on is none that an earlier load could have waited for.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/order/Order.h"
#include "engine/races/Races.h"
#include "report/Finding.h"

namespace lockstep::engine {

class Polls {
 public:
  using Describe = std::function<report::Finding(const Race &)>;
  /// With what is to be said of the race where that was found out before; null: it has just been found.
  using Sink = std::function<void(const Race &, const report::Finding *)>;

  Polls(const Order &order, Describe describe, Sink judged)
      : order_(order), describe_(std::move(describe)), judged_(std::move(judged)) {}

  /// A load that polls these bytes.
  void poll(const AccessGroup &load, int owner, Span bytes);
  /// Two accesses that nothing orders: handed to the sink, sooner or later.
  void take(const Race &race);
  /// A strand has come to an event.
  void advance(const Stamp &now);
  void finish();

 private:
  /// A load that polled, and a write that it may have waited for. Under locks, the write stands for all of its epoch.
  struct Wait {
    Tick load = 0;
    Tick write = 0;
    CallPtr epoch;
  };
  struct Postponed {
    KeptRace race;
    report::Finding conflict;
    report::Finding awaited;
    bool isNewerKnown = false;  // to the strand of the older one
    bool isOlderKnown = false;
  };
  static constexpr std::size_t kMostWaits = 256;  // of a pair of strands
  static constexpr std::size_t kMostPostponed = 4096;
  static constexpr std::size_t kMostAlike = 64;
  static constexpr std::size_t kMostPolled = 1U << 16;

  void note(const AccessGroup &load, const AccessGroup &write, bool isExcluded);
  bool hasPolledBefore(const AccessGroup &accessGroup) const;
  bool isAwaited(const AccessGroup &before, const AccessGroup &behind) const;
  bool isPolled(const KeptRace &race) const;
  void settle(const Postponed &postponed) const;

  const Order &order_;
  Describe describe_;
  Sink judged_;
  std::unordered_map<std::uint32_t, Tick> first_;                   // poll of a strand
  std::map<std::pair<Strand, Strand>, std::vector<Wait>> waits_;    // by the strands of the load and the write
  std::set<std::tuple<int, std::uint64_t, std::uint64_t>> polled_;  // by owner, first byte and end
  std::deque<Postponed> postponed_;
};

}  // namespace lockstep::engine
