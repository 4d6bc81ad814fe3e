// Conflicts between the buffers of calls in a multithreaded process and the loads and stores of its threads: by
// happens-before, not by overlap in time.
//
// An operation owns its buffer from its start to the return of the call that completes it. Another access to the memory
// is safe if it is ordered before that start or after that return. Both kinds of accesses are kept as long as they may
// be unordered with later ones, so it does not matter which came first. Memory in windows is left to RmaRace.cpp.
#pragma once

#include <vector>

#include "engine/memory/MemoryPart.h"
#include "engine/races/OwnAccesses.h"
#include "engine/races/Races.h"

namespace lockstep::engine {

class ThreadBuffers {
 public:
  /// Two unordered accesses. At least one of them is an operation.
  struct Conflict {
    Ref<const AccessGroup> older;
    Ref<const AccessGroup> newer;
    bool isOlderBegun = false;  // the older one is an operation that started before the newer one
  };
  using Conflicts = std::vector<Conflict>;

  explicit ThreadBuffers(const Order &order);

  /// The operation made by `made` owns the part from the call `since` on, i.e. from `start`. The caller sets `done`
  /// when the operation is over.
  AccessGroupRef own(const CallPtr &made, const CallPtr &since, const MemoryPart &part, const Moment &start,
                     const Stamp &now);
  /// A load or store of the program.
  void access(const ProcessInfo &process, unsigned thread, const trace::Access &access, bool isKept, const Stamp &now);
  void access(const ProcessInfo &process, unsigned thread, const trace::AccessBits &accesses, bool isKept,
              const Stamp &now);
  void forget(const ProcessInfo &process, Span memory) { races_.forget(process.rank, memory); }
  /// MPI is finalized in the process.
  void forget(const ProcessInfo &process);

  /// Conflicts of the last own() or access(). Valid until the next one.
  const Conflicts &conflicts() const { return conflicts_; }

  static bool isOperation(const AccessGroup &accessGroup) { return accessGroup.part == BufferRole::Local; }
  /// The call that passed an operation's buffer, and the call since which it owns the buffer.
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
