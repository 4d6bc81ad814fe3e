// Judges every access to memory against those before it that are neither ordered before it nor excluded.
//
// Events are handled in an order that respects causes: what is ordered before an access has been handled when the
// access is. So an earlier one is ordered before it if its completion is known and known to the access, and the other
// direction need not be asked.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <unordered_map>

#include "engine/calls/SyncLog.h"
#include "engine/order/Order.h"
#include "engine/races/AccessHistory.h"
#include "engine/races/Conflict.h"
#include "engine/races/HistorySize.h"
#include "engine/races/MemoryModel.h"
#include "engine/races/Share.h"

namespace lockstep::engine {

/// Two accesses that nothing orders.
struct Race {
  const AccessGroup &older;  // was handled first
  const AccessGroup &newer;
  int owner = -1;  // of the memory, in the world
  Span bytes;      // the first that they have in common
  Relation relation{};
  bool isOlderBegun = false;  // the older one was begun before the newer one by the order of events
  bool isApart = false;       // no byte in common: the memory model lets them conflict; `bytes` are those of the store
  const Stamp *newerBegun = nullptr;  // when, while it is handled
};

/// The same, to be kept.
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

/// When an access begins: after the own event, and for the effect of an operation also after one of the target.
struct StartTime {
  const Stamp &own;
  const Stamp *ofTarget = nullptr;
};

class Races {
 public:
  using Sink = std::function<void(const Race &)>;

  Races(const Order &order, const Windows &windows, const SyncLog &syncs, MemoryModel model, Share share, Sink found)
      : order_(order), windows_(windows), syncs_(syncs), model_(model), share_(share), found_(std::move(found)) {}

  /// Whether accesses to memory of this owner are judged; others may be given and are nothing.
  bool judges(int owner) const { return share_.has(owner); }
  /// An access that is not complete before `access group.done` is set. `isKept`: what comes later is judged against it.
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

  /// There is something that an access to these bytes, or to those beside them, is judged against.
  bool hasHistory(int owner, const ByteRun &run);
  /// What was done there and is complete, by whoever, does not conflict with what comes.
  void forget(int owner, Span memory);
  /// Nothing that comes can conflict with what is in the owner's memory.
  void forgetAll(int owner);
  /// The memory is given back: nothing there conflicts with what comes. Calls `visit(access group, bytes)` before for
  /// the local buffers that operations have there.
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
  std::size_t looks_ = 0;  // at entries since the last sweep
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
