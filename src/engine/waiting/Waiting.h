// The wait-for graph, and the ranks that no other rank will ever release.
//
// A rank inside a call waits for others if its return needs something that, according to the records, they have not
// done yet. Some calls need all of several ranks to move (collectives, waitall), some need one of them (a receive from
// any source, waitany). A rank is stuck if its condition cannot be met even if every rank that is not stuck moves: the
// stuck ranks remain after repeatedly removing every rank whose condition can be met. This is sound even though the
// records of the ranks end at different times: the first stuck rank to return would have needed another one to move
// before.
//
// A send without a receive may block, or be about to return because the library buffers it; the same holds for a
// collective whose data has arrived (the root of a broadcast, the first rank of a scan). So the driver waits a moment
// before it believes that the ranks are stuck. Such a wait counts only if nothing else holds up the call, since the
// operation may complete meanwhile. Programs that do not rely on buffering are never stuck by this. Processes that may
// have a thread outside MPI count as able to move. If all threads are inside calls, or wait for threads that are, the
// process waits for any of these calls.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/matching/Messages.h"
#include "engine/process/Process.h"
#include "engine/waiting/GroupCreations.h"
#include "engine/waiting/RmaWaiting.h"
#include "engine/waiting/WaitCondition.h"

namespace lockstep::engine {

class Waiting {
 public:
  /// `ranks`: by world rank, null if the process is not known yet.
  Waiting(const std::vector<Process *> &ranks, const Messages &messages, const RmaWaiting &rma,
          const GroupCreations &makings)
      : ranks_(ranks), messages_(messages), rma_(rma), makings_(makings) {}

  WaitCondition needOf(const Process &process) const { return needOf(process, Library::Any); }
  /// What it waits for with every library.
  WaitCondition certainNeedOf(const Process &process) const { return needOf(process, Library::Generous); }
  /// The ranks that the process waits for in its current call, or in the call in which it was ended.
  std::vector<int> waitsFor(const Process &process) const;
  /// The ranks inside calls that no rank will ever release.
  std::vector<int> stuck() const;
  /// The stuck ranks that wait for each other, or for a rank that is gone; the remaining ones wait for these.
  std::vector<int> core(const std::vector<int> &stuck) const;
  /// The ranks that wait for one of `culprits`, directly or indirectly, including ranks that have been ended since.
  std::vector<int> waitingFor(const std::vector<int> &culprits) const;

 private:
  /// Generous: buffers every message and lets a rank leave a collective as early as the standard allows.
  enum class Library : std::uint8_t { Any, Generous };

  WaitCondition needOf(const Process &process, Library library) const;
  WaitCondition needOf(const Participation &part) const;
  WaitCondition needOf(const Transfer &transfer) const;
  WaitCondition needOfAll(const std::vector<PendingWork> &work, bool isHeldUp, Library library) const;
  WaitCondition needOfAny(const std::vector<PendingWork> &work, Library library) const;
  WaitCondition needOfCompletion(const ActiveCall &open, Library library) const;
  WaitCondition needOf(const Process &process, const ActiveCall &open, Library library) const;
  WaitCondition needOfFinalize(const Process &process) const;

  const std::vector<Process *> &ranks_;
  const Messages &messages_;
  const RmaWaiting &rma_;
  const GroupCreations &makings_;
};

}  // namespace lockstep::engine
