#include "engine/Order.h"

namespace lockstep::engine {

Strand Order::strandOf(int rank, unsigned thread) {
  const auto [entry, isNew] = strands_.try_emplace({rank, thread}, static_cast<Strand>(states_.size()));
  if (isNew) states_.emplace_back();
  return entry->second;
}

Stamp Order::step(Strand strand) {
  State &state = stateOf(strand);
  return {strand, ++state.tick, state.known};
}

void Order::receive(Strand strand, std::span<const Stamp> events) {
  if (events.empty()) return;
  State &state = stateOf(strand);
  state.known = clock_->join(state.known, clock_->join(events));
}

void Order::receive(Strand strand, const Stamp &since, const KnowledgePtr &joined) {
  State &state = stateOf(strand);
  state.known = state.known == since.known ? joined : clock_->join(state.known, joined);
}

bool Order::before(const Stamp &a, const Stamp &b) const {
  if (a.strand == b.strand) return a.tick < b.tick;
  return b.known && clock_->knows(*b.known, a.strand, a.tick);
}

}  // namespace lockstep::engine
