// The epochs of every process and window, and the operations that are pending.
//
// A batch is the set of operations from one place in the code to one target that nothing has completed yet (see
// AccessGroup.h). Completion at the origin and at the target may differ:
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

#include "engine/calls/AccessGroup.h"
#include "engine/calls/RmaOperation.h"
#include "engine/order/Order.h"
#include "engine/support/Ref.h"

namespace lockstep::engine {

struct Batch : Counted {
  AccessGroupRef reads;   // local buffer; may be null
  AccessGroupRef swaps;   // second local buffer that is read; may be null
  AccessGroupRef writes;  // local buffer that is written; may be null
  AccessGroupRef target;
  const Window *window = nullptr;
  int targetRank = -1;
  mpi::EpochKind epoch = mpi::EpochKind::None;
  std::uint64_t fence = 0;  // number of the fence that opened the epoch
  MeetingPtr meeting;       // of the start that opened the epoch
  bool follows = false;     // another batch with the same target decides when this one completes there
  bool onlyReadsTarget = false;
  Moment start;  // of the last operation

  /// The access group of the local buffer at this argument; null: none yet.
  AccessGroupRef &localAt(int argument, bool isWritten);
};
using BatchPtr = Ref<Batch>;

/// A buffer of a call in its own process, and the locks that protect it there.
struct LocalBuffer {
  int argument = -1;
  bool isWritten = false;
  MemoryPart part;
  HeldLocks locks;
};

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
  RmaState(const Order &order, const Windows &windows) : order_(order), windows_(windows) {}

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
  /// The locks under which the process itself accesses the owner's memory at this address. Valid until the next call.
  const HeldLocks &locksOn(const ProcessInfo &process, int owner, std::uint64_t address);
  bool holdsLocks(const ProcessInfo &process) const { return held_.contains(&process); }
  /// Adds the locks of the process that protect some of the owner's memory in the span.
  void addLocksOn(const ProcessInfo &process, int owner, Span memory, HeldLocks &locks) const;
  /// The call has released a lock: it no longer protects pending accesses.
  void unprotect(const Call &call, AccessGroup &accessGroup) const;

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
  static bool takesIn(Batch &batch, std::span<const LocalBuffer> buffers);
  Epochs *find(const ProcessInfo &process, const Window &window);
  const Window *windowOf(const Call &call) const;
  void hold(const Call &call, const Window &window, bool isExclusive);
  void release(const Call &call, const Window &window);
  void unprotect(const Call &call) const;
  bool isReleased(const HeldLock &lock, const Call &call, const Window &window) const;
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
  std::map<Key, Epochs> epochs_;
  std::unordered_map<const ProcessInfo *, HeldLocks> held_;
  /// The locks of a process on an owner's windows, and the memory that they protect.
  struct LocksOn {
    HeldLocks locks;
    std::vector<std::vector<Span>> memory;  // by lock
  };
  std::map<std::pair<const ProcessInfo *, int>, LocksOn> locksOn_;  // cached since the last call on a window
  HeldLocks someLocks_;
  std::unordered_map<const Window *, std::unordered_map<int, FenceCalls>> fences_;  // by rank
  std::unordered_map<const Window *, std::uint64_t> forgottenFences_;           // fences of all ranks before this one
  std::unordered_map<const PscwPair *, std::vector<BatchPtr>> awaitingTarget_;  // complete at the origin only
  std::unordered_map<const Call *, BatchPtr> byRequest_;
};

}  // namespace lockstep::engine
