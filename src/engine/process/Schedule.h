// Advances the processes like a simulation: every process's events in its own order, each as soon as it is enabled.
//
// An event that completes a collective or a message is enabled once all those whose start it depends on have started,
// or will never start. The real run is such an order, so for what really happened nothing ever blocks for good; where
// the records contradict the rules (ranks out of step), the blocked event is forced when nothing more will come: a
// leave record is truth.
//
// An event that has read a value waits until the others of its node have come to its time, so that whoever may have
// written the value is known (ValueEdges.h). The earliest of those that wait can always go on, as far as times are
// concerned. Clocks of different nodes cannot be compared.
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

  /// `ranks`: by world rank, null where the process is not known yet. `values`: which events have read what others may
  /// have written.
  Schedule(const std::vector<Process *> &ranks, const ValueEdges &values, Perform perform)
      : ranks_(ranks), values_(values), perform_(std::move(perform)) {}

  /// Performs the event and what it enables; one that is not enabled waits.
  void take(Process &process, Event &&event);
  /// Plain accesses of a process whose earlier events wait.
  template <class Accesses>
  void append(Process &process, unsigned thread, std::uint64_t operation, const Accesses &accesses) {
    Event &last = process.queue.back();
    auto *segment = last.thread == thread ? last.as<Event::Accesses>() : nullptr;
    if (segment != nullptr && segment->operation == operation) return segment->add(accesses);
    Event::Accesses event{operation};
    event.add(accesses);
    push(process, {thread, std::move(event)});
  }
  /// The receive or look has a partner now, or it is known that it will have none.
  void matched(const Transfer &receive);
  /// All that processes of the node have recorded before this time has been pushed. Performs what that enables.
  void fedUntil(std::uint64_t node, std::uint64_t time);
  /// Performs all that is enabled.
  void run();
  /// Performs all that is left, forcing what is blocked, the lowest rank first.
  void drain();

 private:
  static constexpr unsigned kEveryone = ~0U;
  /// An exchange and the position of a member, a meeting and one of its events, or the start of a transfer that
  /// another process waits for already.
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
  std::size_t readers_ = 0;                          // processes that wait for others to come to a time
  std::map<std::uint64_t, std::uint64_t> fedUntil_;  // by node
  std::size_t over_ = 0;                             // processes that nobody may wait for any more
};

}  // namespace lockstep::engine
