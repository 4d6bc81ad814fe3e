// The happens-before relation over the events of all strands.
//
// Program order follows from each strand's ticks; every other edge is added by receive(): the strand's next events come
// after the given events and everything ordered before them. Which events these are is decided elsewhere: Exchange.h
// for collectives, ThreadOrder.h for the threads of a process.
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
  /// Must be called before anything is ordered.
  void setClock(std::unique_ptr<Clock> clock) { clock_ = std::move(clock); }

  Strand strandOf(int rank, unsigned thread);
  /// The strand's next event. `isTold`: others may receive it; some clocks are smaller if few events are.
  Stamp step(Strand strand, bool isTold = true);
  /// The stamp of anything between the strand's last event and its next one. It does not change until then.
  const Stamp &between(Strand strand);
  void receive(Strand strand, std::span<const Stamp> events);
  /// The same for events whose knowledge was joined before. `since` is the strand's own event among them: if the strand
  /// has received nothing after it, it adopts the joined knowledge unchanged.
  void receive(Strand strand, const Stamp &since, const KnowledgePtr &joined);
  KnowledgePtr join(std::span<const Stamp> events) const { return clock_->join(nullptr, events); }

  bool before(const Moment &a, const Stamp &b) const {
    if (a.strand == b.strand) return a.tick < b.tick;
    return b.known && clock_->knows(*b.known, a.strand, a.tick);
  }

  /// The strand, or every strand of the rank, has ended: nothing needs to be known to it, unless it has another event.
  void retire(Strand strand) { stateOf(strand).isRetired = true; }
  void retire(int rank);
  std::size_t strandCount() const { return states_.size(); }
  /// By strand, the last tick that is ordered before all future events of other strands.
  std::vector<Tick> horizon() const;

 private:
  struct State {
    Tick tick = 0;
    KnowledgePtr known;
    Stamp between;  // tick 0: nothing between has been stamped since its last event
    bool isRetired = false;
  };
  void learn(State &state, std::span<const Stamp> news);
  State &stateOf(Strand strand) { return states_[static_cast<std::size_t>(strand)]; }

  std::unique_ptr<Clock> clock_;
  std::map<std::pair<int, unsigned>, Strand> strands_;
  std::vector<std::optional<Strand>> mainStrands_;  // by rank, of thread 0: the most frequent lookups
  std::vector<State> states_;
};

}  // namespace lockstep::engine
