// What buffer-race makes of the conflicts in a process with several threads (ThreadBuffers.h). There it is
// nondeterministic what overlaps: what is neither ordered before the start of an operation nor behind its completion
// conflicts with it, whichever came first. A blocking call owns its buffers, too, up to its return.
//
// Of threads that nobody has seen begin the order is not known, and in windows RmaRace.cpp looks after it: there, what
// overlaps conflicts.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/Context.h"
#include "engine/process/PerProcess.h"
#include "engine/races/PendingOperations.h"
#include "engine/races/ThreadBuffers.h"

namespace lockstep::engine {

/// The part may lie in a window.
bool mayBeExposed(const MemoryPart &part, const ProcessContext &context);

class ThreadConflicts {
 public:
  /// False for a process with one thread. What is pending when there are others for the first time is theirs to mind.
  bool track(const ProcessInfo &process, PendingOperations &pending, const ProcessContext &context);

  // Of such a process. Each asks for the conflicts that it adds.
  /// An operation owns the part from now on. Null in windows.
  AccessGroupRef use(const CallPtr &made, const CallPtr &since, const MemoryPart &part, ProcessContext &context);
  /// A load or store of the program, not in windows.
  template <class Accesses>
  void access(const Process &process, unsigned thread, const Accesses &accesses, ProcessContext &context) {
    meet(process, thread);
    buffers_->access(process, thread, accesses, context.operation() == 0, context.now());
  }
  /// Calls `visit(conflict)` for those that the last use or access has added, without harmless ones.
  template <class Visit>
  void forEachConflict(const ProcessContext &context, Visit visit) {
    for (const ThreadBuffers::Conflict &conflict : buffers_->conflicts())
      if (!isHarmless(conflict, context)) visit(conflict);
  }

  /// The buffers of a blocking call are its own up to its return.
  void hold(const Call &call, AccessGroupRef accessGroup) { held_[&call].push_back(std::move(accessGroup)); }
  void letGo(const Call &call, const ProcessContext &context);

  /// A call about whose memory something is known.
  void noteMemory(const Call &call);
  void forget(const ProcessInfo &process);
  void forget(const ProcessInfo &process, Span memory) {
    if (buffers_) buffers_->forget(process, memory);
  }

 private:
  using Variables = std::map<std::uint64_t, std::uint64_t>;  // ends by beginnings
  static constexpr std::size_t kMostVariables = 4096;

  void meet(const Process &process, unsigned thread);
  bool isOrderKnown(const AccessGroup &older, const AccessGroup &newer, const ProcessContext &context) const;
  bool isSameObject(const AccessGroup &older, const Call &newer);
  bool isHarmless(const ThreadBuffers::Conflict &conflict, const ProcessContext &context);

  std::optional<ThreadBuffers> buffers_;                                // of all processes with several threads
  std::set<const ProcessInfo *> threaded_;                              // those
  std::set<std::pair<const ProcessInfo *, unsigned>> strangers_;        // threads that nobody has seen begin
  std::unordered_map<const Call *, std::vector<AccessGroupRef>> held_;  // by blocking calls
  PerProcess<Variables> variables_;
};

}  // namespace lockstep::engine
