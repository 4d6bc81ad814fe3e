// Compares every memory access with the earlier ones that are neither ordered before it nor excluded.
//
// Events are handled in causal order: everything ordered before an access is handled before it. So an earlier access is
// ordered before a later one if its completion is known to the later one; the other direction need not be checked.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <unordered_map>

#include "engine/order/Order.h"
#include "engine/races/AccessHistory.h"
#include "engine/races/Conflict.h"
#include "engine/races/HistorySize.h"
#include "engine/races/MemoryModel.h"
#include "engine/races/Share.h"
#include "engine/races/SyncLog.h"

namespace lockstep::engine {

/// Two unordered accesses.
struct Race {
  const AccessGroup &older;  // handled first
  const AccessGroup &newer;
  int owner = -1;  // world rank of the memory's owner
  Span bytes;      // the first common bytes
  Relation relation{};
  bool isOlderBegun = false;  // the older one began before the newer one in event order
  bool isApart = false;       // no common byte: a conflict by the memory model only; `bytes` are those of the store
  const Stamp *newerBegun = nullptr;  // only valid while the newer one is handled
};

/// A race that outlives its handling.
struct KeptRace {
  Ref<const AccessGroup> older;
  Ref<const AccessGroup> newer;
  int owner = -1;
  Span bytes;
  bool isOlderBegun = false;

  explicit KeptRace(const Race &race)
      : older(&race.older), newer(&race.newer), owner(race.owner), bytes(race.bytes), isOlderBegun(race.isOlderBegun) {}
  Race as(Relation relation) const { return {*older, *newer, owner, bytes, relation, isOlderBegun}; }
};

/// When an access begins: after `own`, and the effect of an operation also after an event of the target.
struct StartTime {
  const Stamp &own;
  const Stamp *ofTarget = nullptr;
};

class Races {
 public:
  using Sink = std::function<void(const Race &)>;

  Races(const Order &order, const Windows &windows, const SyncLog &syncs, MemoryModel model, Share share, Sink found)
      : order_(order), windows_(windows), syncs_(syncs), model_(model), share_(share), found_(std::move(found)) {}

  /// Whether accesses to the memory of this owner are judged; others are ignored.
  bool judges(int owner) const { return share_.has(owner); }
  /// An access that completes when `accessGroup.done` is set. `isKept`: later accesses are compared with it.
  void access(int owner, const ByteRun &run, const AccessGroupRef &accessGroup, const StartTime &beginning,
              bool isKept) {
    access(owner, run, nullptr, accessGroup, beginning, isKept);
  }
  /// The same for a block of places.
  void access(int owner, PlaceBlockPtr block, const AccessGroupRef &accessGroup, const StartTime &beginning,
              bool isKept) {
    const ByteRun hull = hullOf(*block);
    access(owner, hull, std::move(block), accessGroup, beginning, isKept);
  }

  /// Whether there is an earlier access to these or adjacent bytes.
  bool hasHistory(int owner, const ByteRun &run);
  /// Completed accesses to this memory no longer conflict with later ones.
  void forget(int owner, Span memory);
  /// No earlier access to the owner's memory conflicts with later ones.
  void forgetAll(int owner);
  /// The memory is released: no earlier access conflicts with later ones. Before that, calls `visit(access group,
  /// bytes)` for the local buffers of operations in it.
  template <class Visit>
  void release(int owner, Span memory, Visit visit);

  bool isBefore(const Moment &moment, const StartTime &beginning) const;
  bool isDone(const AccessGroup &accessGroup, const StartTime &beginning) const;
  HistorySize size() const { return {size_, most_, mostBytes_}; }

 private:
  void access(int owner, const ByteRun &run, PlaceBlockPtr block, const AccessGroupRef &accessGroup,
              const StartTime &beginning, bool isKept);
  void judge(int owner, const AccessHistory::Entry &old, const Touched &touched, const AccessGroup &accessGroup,
             const StartTime &beginning) const;
  void judgeOrdered(int owner, const AccessHistory::Entry &old, const Touched &touched, const AccessGroup &accessGroup,
                    const StartTime &beginning) const;
  bool isSynchronized(const AccessGroup &older, const AccessGroup &newer, const StartTime &beginning) const;
  void judgeWholeWindow(int owner, const Touched &touched, const AccessGroup &accessGroup,
                        const StartTime &beginning) const;
  void sweep();

  static constexpr std::size_t kLeastSweep = 1U << 14;
  static constexpr std::size_t kLooksPerSweep = 16;

  const Order &order_;
  const Windows &windows_;
  const SyncLog &syncs_;
  MemoryModel model_;
  Share share_;
  Sink found_;
  std::unordered_map<int, AccessHistory> histories_;  // by owner
  std::size_t size_ = 0;
  std::size_t bytes_ = 0;
  std::size_t most_ = 0;
  std::size_t mostBytes_ = 0;
  std::size_t nextSweep_ = kLeastSweep;
  std::size_t looks_ = 0;  // entries examined since the last sweep
};

template <class Visit>
void Races::release(int owner, Span memory, Visit visit) {
  const auto history = histories_.find(owner);
  if (history == histories_.end()) return;
  history->second.forEachIn(memory, [&](const AccessHistory::Entry &entry) {
    const Span bytes{std::max(memory.first, static_cast<std::uint64_t>(entry.run.offset)),
                     std::min(memory.end, entry.end)};
    if (entry.accessGroup->part == BufferRole::Local && !entry.accessGroup->done.isSet())
      visit(*entry.accessGroup, bytes);
  });
  size_ -= history->second.size();
  bytes_ -= history->second.bytes();
  history->second.forget(memory, [](const AccessGroup &) { return true; });
  size_ += history->second.size();
  bytes_ += history->second.bytes();
}

}  // namespace lockstep::engine
