// The buffers of calls in a process with several threads, and what its threads load and store there: conflicts by the
// order of events, not by what overlapped in time.
//
// An operation has its buffer from its start to the return of the call that completes it. Another access to the memory
// is safe when it is ordered before that start or behind that return. Both sides are kept as long as something that
// comes may be out of order with them, so it does not matter which of the two came first. Memory in windows is not kept
// here: RmaRace.cpp does that.
#pragma once

#include <vector>

#include "engine/memory/MemoryPart.h"
#include "engine/races/OwnAccesses.h"
#include "engine/races/Races.h"

namespace lockstep::engine {

class ThreadBuffers {
 public:
  /// Two accesses that nothing orders. One of them at least is an operation.
  struct Conflict {
    Ref<const AccessGroup> older;
    Ref<const AccessGroup> newer;
    bool isOlderBegun = false;  // the older one is an operation that was started before the newer one
  };
  using Conflicts = std::vector<Conflict>;

  explicit ThreadBuffers(const Order &order);

  /// The operation that `made` made has the part since a call; `start` is when. Its `done` is to be set when it is
  /// over.
  AccessGroupRef own(const CallPtr &made, const CallPtr &since, const MemoryPart &part, const Moment &start,
                     const Stamp &now);
  /// A load or store of the program.
  void access(const ProcessInfo &process, unsigned thread, const trace::Access &access, bool isKept, const Stamp &now);
  void access(const ProcessInfo &process, unsigned thread, const trace::AccessBits &accesses, bool isKept,
              const Stamp &now);
  void forget(const ProcessInfo &process, Span memory) { races_.forget(process.rank, memory); }
  /// MPI is over in the process.
  void forget(const ProcessInfo &process);

  /// Those of the last own() or access(). Valid until the next one.
  const Conflicts &conflicts() const { return conflicts_; }

  static bool isOperation(const AccessGroup &accessGroup) { return accessGroup.part == BufferRole::Local; }
  /// The call that named the buffer of an operation, and the one since which it has it.
  static const CallPtr &madeBy(const AccessGroup &operation) { return operation.call; }
  static const CallPtr &startedBy(const AccessGroup &operation) { return operation.opened; }

 private:
  void take(const Race &race);

  const Communicators noCommunicators_;
  const Windows noWindows_{noCommunicators_};
  SyncLog syncs_;
  Conflicts conflicts_;
  Races races_;
  OwnAccesses own_;
};

}  // namespace lockstep::engine
