// Advances the processes like a simulation: every process's events in its own order, each as soon as it is enabled.
//
// An event that completes a collective or a message is enabled once all those whose start it depends on have started,
// or will never start. The real run is such an order, so for what really happened nothing ever blocks for good; where
// the records contradict the rules (ranks out of step), the blocked event is forced when nothing more will come: a
// leave record is truth.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "engine/Process.h"

namespace lockstep::engine {

class Schedule {
 public:
  using Perform = std::function<void(Process &, Event &)>;

  /// `ranks`: by world rank, null where the process is not known yet.
  Schedule(const std::vector<Process *> &ranks, Perform perform) : ranks_(ranks), perform_(std::move(perform)) {}

  /// Performs the event and what it enables; one that is not enabled waits.
  void take(Process &process, Event event);
  /// The same, without performing anything yet.
  void push(Process &process, Event event);
  /// The receive or look has a partner now.
  void matched(const Transfer &receive);
  /// Performs all that is enabled.
  void run();
  /// Performs all that is left, forcing what is blocked, the lowest rank first.
  void drain();

 private:
  static constexpr unsigned kEveryone = ~0U;
  /// An exchange and the position of a member, the start of a transfer, or a meeting and one of its events.
  using Place = std::pair<const void *, unsigned>;
  static constexpr unsigned kPosted = 0;
  static constexpr unsigned kCompleted = 1;

  bool isBlocked(Process &process, const Event &event);
  bool isBlocked(Process &process, const Participation &part);
  bool isBlocked(Process &process, const Transfer &transfer);
  bool isBlockedByMeetings(Process &process, const Event &event);
  bool isAwaited(const Participation &part, unsigned source) const;
  bool mayStillCome(int rank) const;
  void block(Process &process, Place place);
  void wake(Place place);
  void wakeAll();
  void performNext(Process &process);
  void perform(Process &process, Event &event);

  const std::vector<Process *> &ranks_;
  Perform perform_;
  std::deque<Process *> ready_;
  std::multimap<Place, Process *> blocked_;
  std::size_t over_ = 0;  // processes that nobody may wait for any more
};

}  // namespace lockstep::engine
