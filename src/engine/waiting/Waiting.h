// Who waits for whom, and which ranks no rank will ever release.
//
// A rank inside a call waits for others when its return needs something that they have not done yet, as far as their
// records tell: a need. Some need all of several ranks to move (collectives, waitall), some one of them (a receive from
// any source, waitany). A rank is stuck when what it needs cannot come even if every rank that is not stuck moves: the
// stuck ranks are what is left after taking away, again and again, every rank whose need can be met. This is sound
// although the records of the ranks reach to different moments: the first of the set to return would have needed
// another one of the set to move before.
//
// A send that was not received yet may be waiting or just about to return from the library's buffer, and so may a
// collective whose data has come (the root of a broadcast, the first rank of a scan): the driver waits a moment before
// it believes that the ranks are stuck. A program that does not rely on buffers is never stuck by this. What is waited
// for together with something else may be as good as done for as long as that takes, so it counts only where nothing
// else holds its call up. What is not known counts as able to move: processes in which a thread may be outside
// of MPI. When all of them are inside calls, or wait for those that are, the process waits for any of these calls.
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
  /// `ranks`: by world rank, null where the process is not known yet.
  Waiting(const std::vector<Process *> &ranks, const Messages &messages, const RmaWaiting &rma,
          const GroupCreations &makings)
      : ranks_(ranks), messages_(messages), rma_(rma), makings_(makings) {}

  WaitCondition needOf(const Process &process) const { return needOf(process, Library::Any); }
  /// What it waits for with every library.
  WaitCondition certainNeedOf(const Process &process) const { return needOf(process, Library::Generous); }
  /// The ranks that the process waits for in the call that it is inside, or was when it was ended.
  std::vector<int> waitsFor(const Process &process) const;
  /// The ranks that are inside calls which nobody will ever release.
  std::vector<int> stuck() const;
  /// Those of the stuck ranks that hold each other up, or wait for one that is gone; the others wait for them.
  std::vector<int> core(const std::vector<int> &stuck) const;
  /// The ranks that wait for one of `culprits`, directly or through others; also those that were ended meanwhile.
  std::vector<int> waitingFor(const std::vector<int> &culprits) const;

 private:
  /// A generous one buffers every message and lets a rank leave a collective as early as the standard allows.
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
