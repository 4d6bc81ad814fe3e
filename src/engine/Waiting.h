// Who waits for whom, and which ranks no rank will ever release.
//
// A rank inside a call waits for others when its return needs something that they have not done yet, as far as their
// records tell. All of it is needed (and-model), so a rank is stuck when one of those it waits for is gone or stuck
// itself: the stuck ranks are what is left after taking away, again and again, every rank that waits only for ranks
// that can still move. This is sound although the records of the ranks reach to different moments: the first of the
// set to return would have needed another one of the set to move before.
//
// Only what is certain counts as waiting: collectives and requests of collectives, receives from a given rank, and
// finalize. Inside any other call, or with several threads in MPI, a rank counts as able to move.
#pragma once

#include <functional>
#include <vector>

#include "engine/Messages.h"
#include "engine/Process.h"

namespace lockstep::engine {

class Waiting {
 public:
  /// `ranks`: by world rank, null where the process is not known yet.
  Waiting(const std::vector<Process *> &ranks, const Messages &messages) : ranks_(ranks), messages_(messages) {}

  /// The ranks that the process waits for in the call that it is inside, or was when it was ended.
  std::vector<int> waitsFor(const Process &process) const;
  /// The ranks that are inside calls which nobody will ever release.
  std::vector<int> stuck() const;
  /// The ranks that wait for one of `culprits`, directly or through others; also those that were ended meanwhile.
  std::vector<int> waitingFor(const std::vector<int> &culprits) const;

 private:
  void addMissing(const Participation &part, std::vector<int> &missing) const;
  std::vector<int> othersNotFinalizing(const Process &process) const;

  const std::vector<Process *> &ranks_;
  const Messages &messages_;
};

}  // namespace lockstep::engine
