#include "engine/order/Order.h"

#include <algorithm>
#include <functional>
#include <iterator>

namespace lockstep::engine {

Strand Order::strandOf(int rank, unsigned thread) {
  const auto index = static_cast<std::size_t>(rank);
  if (thread == 0 && index < mainStrands_.size() && mainStrands_[index]) return *mainStrands_[index];
  const auto [entry, isNew] = strands_.try_emplace({rank, thread}, static_cast<Strand>(states_.size()));
  if (isNew) states_.emplace_back();
  if (thread == 0 && rank >= 0) {
    if (index >= mainStrands_.size()) mainStrands_.resize(index + 1);
    mainStrands_[index] = entry->second;
  }
  return entry->second;
}

Stamp Order::step(Strand strand, bool isTold) {
  State &state = stateOf(strand);
  state.between.tick = 0;
  state.isRetired = false;
  ++state.tick;
  if (isTold) clock_->tell(strand, state.tick);
  return {strand, state.tick, state.known};
}

/// Knowledge is transitively closed: a known event adds nothing.
void Order::receive(Strand strand, std::span<const Stamp> events) {
  State &state = stateOf(strand);
  const auto isNews = [&](const Stamp &event) {
    return event.strand != strand && !(state.known && clock_->knows(*state.known, event.strand, event.tick));
  };
  if (std::ranges::all_of(events, isNews)) return learn(state, events);
  std::vector<Stamp> news;
  std::ranges::copy_if(events, std::back_inserter(news), isNews);
  learn(state, news);
}

void Order::learn(State &state, std::span<const Stamp> news) {
  if (news.empty()) return;
  state.between.tick = 0;
  state.known = clock_->join(state.known, news);
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

/// Many strands share their knowledge: after a barrier all of them do.
std::vector<Tick> Order::horizon() const {
  std::vector<Shared> all;
  for (std::size_t i = 0; i < states_.size(); ++i)
    if (!states_[i].isRetired) all.push_back({states_[i].known.get(), static_cast<Strand>(i)});
  std::ranges::sort(all, std::less<>(), &Shared::knowledge);
  std::size_t kept = 0;
  for (const Shared &shared : all)
    if (kept > 0 && all[kept - 1].knowledge == shared.knowledge)
      all[kept - 1].owner.reset();
    else
      all[kept++] = shared;
  all.resize(kept);
  return clock_->common(all, states_.size());
}

}  // namespace lockstep::engine
