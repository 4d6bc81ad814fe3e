// Conflicts after a loop that polls with plain loads.
//
// On most machines a rank that polls until it sees another rank's write comes after everything which that rank had
// completed before; but MPI does not guarantee it. Such a conflict is less severe (Relation::Awaited), and so is one of
// two stores to a polled element.
//
// The write may be processed long after the two accesses, or before them. To be independent of that, conflicts of a
// rank that has polled are postponed until each of the two ranks knows of the other's access: no earlier load can have
// waited for anything written from then on.
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
  /// With the finding if it was described before; null: the race is new.
  using Sink = std::function<void(const Race &, const report::Finding *)>;

  Polls(const Order &order, Describe describe, Sink judged)
      : order_(order), describe_(std::move(describe)), judged_(std::move(judged)) {}

  /// A load that polls these bytes.
  void poll(const AccessGroup &load, int owner, Span bytes);
  /// Two unordered accesses: passed to the sink, now or later.
  void take(const Race &race);
  /// A strand has an event.
  void advance(const Stamp &now);
  void finish();

 private:
  /// A polling load, and a write that it may have waited for. Under locks, the write stands for its whole epoch.
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
  static constexpr std::size_t kMostWaits = 256;  // per pair of strands
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
  std::unordered_map<std::uint32_t, Tick> first_;                   // first poll of each strand
  std::map<std::pair<Strand, Strand>, std::vector<Wait>> waits_;    // by the strands of the load and of the write
  std::set<std::tuple<int, std::uint64_t, std::uint64_t>> polled_;  // by owner, first byte and end
  std::deque<Postponed> postponed_;
};

}  // namespace lockstep::engine
