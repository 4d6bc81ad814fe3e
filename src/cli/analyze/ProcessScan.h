// Scans the records of one process of a truncated trace for collectives that could be a consistent cut, and for what
// crosses them; see ConsistentCut.h.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cli/analyze/ConsistentCut.h"
#include "engine/calls/Call.h"
#include "engine/objects/SiteTable.h"
#include "mpi/Epochs.h"
#include "report/Finding.h"
#include "semantics/RequestState.h"
#include "trace/RecordView.h"

namespace lockstep::cli {

/// In the records of a process.
using Sequence = std::uint64_t;

/// A collective of one process that no rank leaves before all have entered it.
struct SyncPoint {
  std::uint64_t owner = 0;
  std::uint64_t number = 0;
  Sequence sequence = 0;
  const mpi::RoutineInfo *routine = nullptr;
  std::uint32_t thread = 0;
  std::uint32_t site = 0;
  std::uint64_t time = 0;
  std::uint64_t callsBefore = 0;
  bool isCrossed = false;  // by something of which only the end would be seen
};

/// The collectives of a process on one communicator, window or file.
struct Rounds {
  std::uint64_t first = 0;  // number of the first existing one
  std::vector<Sequence> at;

  /// The number of the first one at or after the point.
  std::uint64_t nextFrom(Sequence point) const {
    return first + static_cast<std::uint64_t>(std::ranges::lower_bound(at, point) - at.begin());
  }
};

/// The use of one window by a process, as far as recorded.
struct WindowUse {
  Sequence defined = 0;
  std::optional<Sequence> freed;
  std::optional<bool> startsLocked;               // all targets; none: unknown
  std::vector<std::pair<Sequence, bool>> locked;  // when that changed
  std::map<std::int64_t, Sequence> locks;         // of single targets
  std::optional<Sequence> posted;
  std::optional<Sequence> started;
  std::optional<Sequence> fenced;
  bool isFenced = false;  // the last fence may have opened an epoch
  Sequence lastOperation = 0;

  void startUnlocked() {
    if (!startsLocked) startsLocked = false;
  }
  std::optional<bool> isLockedNow() const { return locked.empty() ? startsLocked : locked.back().second; }
  bool mayBeLockedAt(Sequence point) const {
    if (defined > point || (freed && *freed < point)) return false;
    std::optional<bool> is = startsLocked;
    for (const auto &[when, holds] : locked)
      if (when < point) is = holds;
    return is.value_or(true);
  }
  bool isOpenTo(std::int64_t target) const {
    return isLockedNow().value_or(true) || locks.contains(target) || started || isFenced;
  }
};

struct RequestUse : semantics::RequestState<Sequence> {
  RequestUse(const mpi::RoutineInfo &by, Sequence at);

  bool onlySends = false;
  // Of a persistent one whose definition is kept (trace/Definitions.h); its use may have been dropped.
  bool isKept = false;
  bool isSettled = false;  // whether it is active is known

  /// From where on it is in use; none: it is not.
  std::optional<Sequence> since() const {
    if (!isKept) return made;
    if (!isSettled) return 0;
    return isActive ? std::optional(started) : std::nullopt;
  }
};

/// The mappings of shared windows in a process.
class SharedViews {
 public:
  /// A new mapping implies that the previous memory was released, even if that was not recorded.
  void map(const trace::SharedPart &part);
  void unmap(std::uint64_t window);
  /// The windows whose memory was mapped again while they seemed to be there.
  const std::set<std::uint64_t> &replaced() const { return replaced_; }

 private:
  struct View {
    std::uint64_t end = 0;
    std::uint64_t window = 0;
  };
  std::map<std::uint64_t, View> views_;  // by address
  std::set<std::uint64_t> replaced_;
};

class ProcessScan {
 public:
  void take(const trace::RecordView &record);
  /// End of input: open epochs cross everything after their beginning.
  void finish();

  const trace::Process *process() const { return isKnown_ ? &process_ : nullptr; }
  const std::vector<SyncPoint> &syncPoints() const { return meetings_; }
  const SyncPoint *meeting(std::uint64_t owner, std::uint64_t number) const {
    const auto known = byNumber_.find({owner, number});
    return known == byNumber_.end() ? nullptr : &meetings_[known->second];
  }
  const std::map<std::uint64_t, Rounds> &rounds() const { return rounds_; }
  /// Number of existing calls.
  std::uint64_t calls() const { return calls_; }
  Beginning beginningAt(const SyncPoint &meeting) const;
  report::Site siteOf(const SyncPoint &meeting) const;

 private:
  struct ActiveCall {
    engine::Ref<engine::Call> call;
    Sequence sequence = 0;
  };
  struct ThreadUse {
    bool isAtWork = false;
    Sequence since = 0;
    std::vector<ActiveCall> open;
    engine::ArrayArguments arrays;
    std::optional<trace::Round> round;
  };

  void noteWork(const trace::RecordView &record);
  void enter(const trace::RecordView &record);
  void leave(const trace::RecordView &record);
  void apply(const engine::Call &call, const engine::Result &result, Sequence entered);
  void applyToWindow(const engine::Call &call, const engine::Result &result, Sequence entered);
  void applyToEpochs(WindowUse &window, const engine::Call &call, const engine::Result &result, Sequence entered);
  void fence(WindowUse &window, const mpi::Synchronization &sync, Sequence entered);
  /// Without a target it is a lock of all.
  void lock(WindowUse &window, std::optional<std::int64_t> target, Sequence entered);
  void unlock(WindowUse &window, std::optional<std::int64_t> target);
  void start(std::int64_t request, Sequence entered);
  void use(std::int64_t request);
  void complete(std::int64_t request);
  /// Something reaches from there to here.
  void cross(Sequence from);
  /// Something reaches from one point to the other, but does not matter to meetings of that thread.
  void cross(Sequence from, Sequence to, std::optional<std::uint32_t> unlessBy);
  void close(std::optional<Sequence> &opened);

  trace::Process process_{};
  bool isKnown_ = false;
  Sequence now_ = 0;
  std::uint64_t calls_ = 0;
  std::map<std::uint32_t, ThreadUse> threads_;
  std::vector<SyncPoint> meetings_;
  std::size_t crossedFrom_ = 0;  // syncPoints from here to the other index are known to be crossed
  std::size_t crossedUntil_ = 0;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> byNumber_;  // by owner and number
  std::map<std::uint64_t, Rounds> rounds_;                                   // by owner
  std::map<std::uint64_t, WindowUse> windows_;
  std::unordered_map<std::int64_t, RequestUse> requests_;
  SharedViews views_;
  engine::SiteTable sites_;
};

}  // namespace lockstep::cli
