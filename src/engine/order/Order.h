// The ordering relation over the events of all strands.
//
// Program order comes from each strand's own count; every other edge is told by receive(): the strand's next events
// come after all that was ordered before the given events, and after these. Which events those are is decided
// elsewhere: Exchange.h for collectives, ThreadOrder.h for the threads of a process.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/order/Clock.h"

namespace lockstep::engine {

class Order {
 public:
  explicit Order(std::unique_ptr<Clock> clock = makeVectorClock()) : clock_(std::move(clock)) {}
  /// Before anything has been ordered.
  void setClock(std::unique_ptr<Clock> clock) { clock_ = std::move(clock); }

  Strand strandOf(int rank, unsigned thread);
  /// The strand's next event. `isTold`: others may hear of it; some clocks are smaller when few events are.
  Stamp step(Strand strand, bool isTold = true);
  /// When the strand does what lies between its last event and its next one. The same until either of them.
  const Stamp &between(Strand strand);
  void receive(Strand strand, std::span<const Stamp> events);
  /// The same for events that were joined before. `since` is an event of the strand among them: as long as the strand
  /// has learned nothing after it, it takes the joined knowledge over as it is.
  void receive(Strand strand, const Stamp &since, const KnowledgePtr &joined);
  KnowledgePtr join(std::span<const Stamp> events) const { return clock_->join(nullptr, events); }

  bool before(const Moment &a, const Stamp &b) const {
    if (a.strand == b.strand) return a.tick < b.tick;
    return b.known && clock_->knows(*b.known, a.strand, a.tick);
  }

  /// The strand, or every strand of the rank, has come to its end: nothing needs to be known to it, unless it has
  /// another event.
  void retire(Strand strand) { stateOf(strand).isRetired = true; }
  void retire(int rank);
  std::size_t strandCount() const { return states_.size(); }
  /// By strand, the last tick that is ordered before whatever may still come on another strand.
  std::vector<Tick> horizon() const;

 private:
  struct State {
    Tick tick = 0;
    KnowledgePtr known;
    Stamp between;  // tick 0: the strand has done nothing since its last event
    bool isRetired = false;
  };
  void learn(State &state, std::span<const Stamp> news);
  State &stateOf(Strand strand) { return states_[static_cast<std::size_t>(strand)]; }

  std::unique_ptr<Clock> clock_;
  std::map<std::pair<int, unsigned>, Strand> strands_;
  std::vector<std::optional<Strand>> mainStrands_;  // by rank, of thread 0: they are asked for most
  std::vector<State> states_;
};

}  // namespace lockstep::engine
