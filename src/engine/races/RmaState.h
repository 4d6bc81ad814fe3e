// The epochs of every process and window, and the operations that are not complete yet.
//
// A batch is what the operations of one place in the code to one target have in common as long as nothing completes
// them (see AccessGroup.h). It is complete at the origin and at the target at different times:
//   flush_local, Wait on its request     at the origin
//   flush, unlock                        both, when the call returns
//   fence                                both, when it is called: it orders that before the return of everybody's
//   complete                             at the origin; at the target with the return of its wait or true test
// What only reads the target's memory has done so when it is complete at the origin.
//
// A program may go on like that for long: accumulate and flush_local, or with a request and Wait, again and again. What
// is complete at the origin then leaves nothing behind: the next operations of that place belong to the same batch at
// the target.
//
// Any thread completes what the process has begun, if that is ordered before. Several threads may
// complete the same operation, each for what comes behind its call.
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
  AccessGroupRef swaps;   // the second local buffer that is read
  AccessGroupRef writes;  // likewise
  AccessGroupRef target;
  const Window *window = nullptr;
  int targetRank = -1;
  mpi::EpochKind epoch = mpi::EpochKind::None;
  std::uint64_t fence = 0;  // number of the fence that opened the epoch
  MeetingPtr meeting;       // of the start that did
  bool follows = false;     // another batch, whose target is this one's: that one tells when it is complete there
  bool onlyReadsTarget = false;
  Moment start;  // of the last operation

  /// What accesses the local buffer at the argument; null: nothing yet.
  AccessGroupRef &localAt(int argument, bool isWritten);
};
using BatchPtr = Ref<Batch>;

/// A buffer of a call at its own process, and the locks that protect it there.
struct LocalBuffer {
  int argument = -1;
  bool isWritten = false;
  MemoryPart part;
  HeldLocks locks;
};

/// How an operation may access the target now.
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

  /// A call is made; one that returns has succeeded.
  void enter(const Call &call, const Stamp &now);
  void leave(const Call &call, const Result &result, const Stamp &now);
  /// The operation of a request is complete.
  void completed(const Call &made, const Stamp &now);
  void forget(const Process &process);

  AccessEpoch epochOf(const Call &call, const RmaOperation &operation) const;
  /// The batch that the operation belongs to.
  BatchPtr batchOf(const Call &call, const RmaOperation &operation, const AccessEpoch &epoch,
                   std::span<const LocalBuffer> buffers, const Stamp &now);
  /// The event of the target that precedes the effect of the batch's operations. Null: none has to. None: it has not
  /// happened yet.
  std::optional<const Stamp *> openingOf(const Batch &batch) const;

  /// The process holds no other locks of its own than these: what it has not completed was not protected by others.
  void keepOnly(const Process &process, std::span<const CriticalSectionPtr> held);
  /// The locks under which the process accesses memory of the owner at the address by itself. Valid until the next
  /// question.
  const HeldLocks &locksOn(const Process &process, int owner, std::uint64_t address);
  bool holdsLocks(const Process &process) const { return held_.contains(&process); }
  /// Adds those locks of the process on the owner that protect some of the memory.
  void addLocksOn(const Process &process, int owner, Span memory, HeldLocks &locks) const;
  /// The call has given a lock back: what goes on is no longer protected by it.
  void unprotect(const Call &call, AccessGroup &accessGroup) const;

 private:
  /// Site, target, operation and type of the operations of a batch.
  using BatchKey = std::tuple<std::uint32_t, int, std::int64_t, mpi::PredefinedType>;
  /// Of one process and window.
  struct Epochs {
    std::uint64_t fences = 0;  // how many it has called
    bool isFenced = false;     // the last one may have opened an epoch
    PscwPairs started;
    CallPtr fence;  // the last one
    CallPtr start;
    std::vector<BatchPtr> pending;
    std::map<BatchKey, BatchPtr> newest;  // of the pending ones, but for those that follow another
    std::size_t over = 0;                 // of them, that requests have completed
    std::deque<BatchPtr> completed;       // of a process with several threads: the last ones

    void forgetNewest() {
      if (pending.empty()) newest.clear();
    }
  };
  using Key = std::pair<const Process *, const Window *>;
  /// The calls of a fence by one member that others may still ask for.
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
  Epochs *find(const Process &process, const Window &window);
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
  std::unordered_map<const Process *, HeldLocks> held_;
  /// The locks of a process on the windows of an owner, and the memory that they protect.
  struct LocksOn {
    HeldLocks locks;
    std::vector<std::vector<Span>> memory;  // by lock
  };
  std::map<std::pair<const Process *, int>, LocksOn> locksOn_;  // as far as asked for since the last call on a window
  HeldLocks someLocks_;
  std::unordered_map<const Window *, std::unordered_map<int, FenceCalls>> fences_;  // by rank
  std::unordered_map<const Window *, std::uint64_t> forgottenFences_;           // of all ranks, those before this one
  std::unordered_map<const PscwPair *, std::vector<BatchPtr>> awaitingTarget_;  // complete at the origin only
  std::unordered_map<const Call *, BatchPtr> byRequest_;
};

}  // namespace lockstep::engine
