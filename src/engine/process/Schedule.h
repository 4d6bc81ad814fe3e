// Advances the processes as in a simulation: the events of each process in program order, each as soon as it is
// enabled.
//
// An event that completes a collective or a message is enabled once everything whose start it depends on has started,
// or never will. The real run is such an order, so events that really happened never block forever; if the records
// contradict the rules (ranks out of step), a blocked event is forced at the end of input: a Leave record is a fact.
//
// An event that has read a value waits until all other processes of its node have reached its time, so that every
// possible writer of the value is known (ValueEdges.h). The earliest waiting event can always proceed as far as times
// are concerned. Clocks of different nodes are not comparable.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/process/Process.h"

namespace lockstep::engine {

class ValueEdges;

class Schedule {
 public:
  using Perform = std::function<void(Process &, const Event &)>;

  /// `ranks`: by world rank, null if the process is not known yet. `values` decides which events have read values that
  /// others may have written.
  Schedule(const std::vector<Process *> &ranks, const ValueEdges &values, Perform perform)
      : ranks_(ranks), values_(values), perform_(std::move(perform)) {}

  /// Performs the event and those that it enables; an event that is not enabled waits.
  void take(Process &process, Event &&event);
  /// Appends plain accesses of a process whose earlier events wait.
  template <class Accesses>
  void append(Process &process, unsigned thread, std::uint64_t operation, const Accesses &accesses) {
    Event &last = process.queue.back();
    auto *segment = last.thread == thread ? last.as<Event::Accesses>() : nullptr;
    if (segment != nullptr && segment->operation == operation) return segment->add(accesses);
    Event::Accesses event{operation};
    event.add(accesses);
    push(process, {thread, std::move(event)});
  }
  /// The receive or probe has a partner now, or is known to have none.
  void matched(const Transfer &receive);
  /// All records that processes of the node wrote before this time have been pushed. Performs what that enables.
  void fedUntil(std::uint64_t node, std::uint64_t time);
  /// Performs all enabled events.
  void run();
  /// Performs all remaining events, forcing blocked ones, the lowest rank first.
  void drain();

 private:
  static constexpr unsigned kEveryone = ~0U;
  /// An exchange and the position of a member, a pair (PscwPair.h) and one of its events, or the start of a transfer
  /// for which another process already waits.
  using Place = std::pair<const void *, unsigned>;
  struct PlaceHash {
    std::size_t operator()(const Place &place) const {
      return std::hash<const void *>()(place.first) * 31 + place.second;
    }
  };
  static constexpr unsigned kPosted = 0;
  static constexpr unsigned kCompleted = 1;
  static constexpr unsigned kTime = ~1U;  // of a process

  void push(Process &process, Event &&event);
  bool isBlocked(Process &process, const Event &event);
  bool isBlocked(Process &process, const Participation &part);
  bool isBlocked(Process &process, const TransferPtr &transfer);
  bool isBlockedByMeetings(Process &process, const Event::Leave &event);
  bool isBlockedByTime(Process &process, std::uint64_t time);
  bool isBeyond(const Process *other, const Process &reader, std::uint64_t time) const;
  void wakeReaders(const Process *process);
  void wakeAllReaders();
  bool isAwaited(const Participation &part, unsigned source) const;
  bool mayStillCome(int rank) const;
  void makeReady(Process &process);
  void block(Process &process, Place place);
  void block(Process &process, const TransferStartPtr &start);
  void wake(Place place);
  void wake(TransferStart &start);
  Process *takeLowest();
  void wakeAll();
  void performNext(Process &process);
  void perform(Process &process, const Event &event);
  void wakeStarted(const Event::Enter &event);

  const std::vector<Process *> &ranks_;
  const ValueEdges &values_;
  Perform perform_;
  std::deque<Process *> ready_;
  std::unordered_multimap<Place, Process *, PlaceHash> blocked_;
  std::size_t readers_ = 0;                          // processes that wait for others to reach a time
  std::map<std::uint64_t, std::uint64_t> fedUntil_;  // by node
  std::size_t over_ = 0;                             // processes for which nobody may wait any more
};

}  // namespace lockstep::engine
