#include "engine/Order.h"

#include <limits>

namespace lockstep::engine {

Strand Order::strandOf(int rank, unsigned thread) {
  const auto [entry, isNew] = strands_.try_emplace({rank, thread}, static_cast<Strand>(states_.size()));
  if (isNew) states_.emplace_back();
  return entry->second;
}

Stamp Order::step(Strand strand) {
  State &state = stateOf(strand);
  state.between.tick = 0;
  state.isRetired = false;
  return {strand, ++state.tick, state.known};
}

void Order::receive(Strand strand, std::span<const Stamp> events) {
  if (events.empty()) return;
  State &state = stateOf(strand);
  state.between.tick = 0;
  state.known = clock_->join(state.known, clock_->join(events));
}

void Order::receive(Strand strand, const Stamp &since, const KnowledgePtr &joined) {
  State &state = stateOf(strand);
  state.between.tick = 0;
  state.known = state.known == since.known ? joined : clock_->join(state.known, joined);
}

const Stamp &Order::between(Strand strand) {
  State &state = stateOf(strand);
  if (state.between.tick == 0) {
    state.between = {strand, ++state.tick, state.known};
    state.isRetired = false;
  }
  return state.between;
}

void Order::retire(int rank) {
  for (auto entry = strands_.lower_bound({rank, 0}); entry != strands_.end() && entry->first.first == rank; ++entry)
    stateOf(entry->second).isRetired = true;
}

std::vector<Tick> Order::horizon() const {
  std::vector<Tick> common(states_.size(), std::numeric_limits<Tick>::max());
  for (std::size_t i = 0; i < states_.size(); ++i)
    if (!states_[i].isRetired) clock_->lower(common, states_[i].known, static_cast<Strand>(i));
  return common;
}

}  // namespace lockstep::engine
