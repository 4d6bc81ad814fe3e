// The epochs of every process and window, and the operations that are pending.
//
// Completion of a batch (Batch.h) at the origin and at the target may differ:
//   flush_local, Wait on its request     at the origin
//   flush, unlock                        both, when the call returns
//   fence                                both, when it is called: ordered before the return of all fences
//   complete                             at the origin; at the target when its wait or successful test returns
// An operation that only reads the target's memory has done so when it is complete at the origin.
//
// Programs may repeat this for long: accumulate and flush_local, or with a request and Wait, again and again.
// Completion at the origin leaves no state behind: the next operations of the place join the same batch at the target.
//
// Any thread completes what the process started, if that is ordered before. Several threads may complete the same
// operation, each for what follows its own call.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/calls/RmaOperation.h"
#include "engine/order/Order.h"
#include "engine/races/Batch.h"
#include "engine/races/WindowLocks.h"

namespace lockstep::engine {

/// The epoch that allows an operation to access the target.
struct AccessEpoch {
  mpi::EpochKind kind = mpi::EpochKind::None;
  std::uint64_t fence = 0;
  MeetingPtr meeting;
  HeldLocks locks;
  CallPtr opened;
};

class RmaState {
 public:
  RmaState(const Order &order, const Windows &windows) : order_(order), windows_(windows), locks_(windows) {}

  /// Calls that return have succeeded.
  void enter(const Call &call, const Stamp &now);
  void leave(const Call &call, const Result &result, const Stamp &now);
  /// The operation of a request is complete.
  void completed(const Call &made, const Stamp &now);
  void forget(const ProcessInfo &process);

  AccessEpoch epochOf(const Call &call, const RmaOperation &operation) const;
  /// The batch that the operation belongs to.
  BatchPtr batchOf(const Call &call, const RmaOperation &operation, const AccessEpoch &epoch,
                   std::span<const LocalBuffer> buffers, const Stamp &now);
  /// The event of the target that precedes the effect of the batch's operations. Null: there is none. None: it has not
  /// happened yet.
  std::optional<const Stamp *> openingOf(const Batch &batch) const;

  /// The process holds no user-level locks except these: pending operations are not protected by others.
  void keepOnly(const ProcessInfo &process, std::span<const CriticalSectionPtr> held);
  WindowLocks &locks() { return locks_; }

 private:
  /// Site, target, operation and type of the operations in a batch.
  using BatchKey = std::tuple<std::uint32_t, int, std::int64_t, mpi::PredefinedType>;
  /// State of one process and window.
  struct Epochs {
    std::uint64_t fences = 0;  // number of fences called
    bool isFenced = false;     // the last one may have opened an epoch
    PscwPairs started;
    CallPtr fence;  // the last one
    CallPtr start;
    std::vector<BatchPtr> pending;
    std::map<BatchKey, BatchPtr> newest;  // pending, without those that follow another batch
    std::size_t over = 0;                 // number of them completed by requests
    std::deque<BatchPtr> completed;       // of a process with several threads: the last ones

    void forgetNewest() {
      if (pending.empty()) newest.clear();
    }
  };
  using Key = std::pair<const ProcessInfo *, const Window *>;
  /// The fence calls of one member that others may still look up.
  struct FenceCalls {
    std::uint64_t first = 1;  // number of calls.front()
    std::deque<Stamp> calls;
  };

  static BatchKey keyOf(const Call &call, const RmaOperation &operation) {
    return {call.site, operation.target, operation.op, operation.basic};
  }
  static BatchPtr likeOf(const Epochs &epochs, const Call &call, const RmaOperation &operation,
                         const AccessEpoch &epoch, const Stamp &now);
  Epochs *find(const ProcessInfo &process, const Window &window);
  void unprotect(const Call &call) const;
  bool covers(const Call &call, const Window &window, const Batch &batch) const;
  void completeAgain(Epochs &epochs, const Call &call, const Window &window, const Stamp &now, bool alsoRemotely) const;
  void completeLocally(Epochs &epochs, const Call &call, const Window &window, const Stamp &now, bool alsoRemotely);
  void enterFence(const Call &call, const Window &window, const Stamp &now);
  void leaveFence(const Call &call, const Window &window, const Stamp &now);
  static void forgetOver(Epochs &epochs);
  void forgetFences(const Window &window, int rank);
  void enterComplete(Epochs &epochs, const Stamp &now);
  void leaveComplete(Epochs &epochs, const Stamp &now);
  void closeExposure(const Call &call, const Stamp &now);
  void leaveLock(const Call &call, const Window &window, const Stamp &now);
  void leaveFree(const Call &call, const Window &window, const Stamp &now);
  bool isOrdered(const Batch &batch, const Stamp &now) const;

  const Order &order_;
  const Windows &windows_;
  WindowLocks locks_;
  std::map<Key, Epochs> epochs_;
  std::unordered_map<const Window *, std::unordered_map<int, FenceCalls>> fences_;  // by rank
  std::unordered_map<const Window *, std::uint64_t> forgottenFences_;           // fences of all ranks before this one
  std::unordered_map<const PscwPair *, std::vector<BatchPtr>> awaitingTarget_;  // complete at the origin only
  std::unordered_map<const Call *, BatchPtr> byRequest_;
};

}  // namespace lockstep::engine
