#include "engine/races/SyncLog.h"

#include <algorithm>

namespace lockstep::engine {

void SyncLog::take(const Call &call, const Stamp &now) {
  const mpi::Class cls = call.routine->cls;
  if (cls != mpi::Class::WindowSync && cls != mpi::Class::CollectiveWindow) return;
  Calls &calls = calls_[static_cast<std::uint32_t>(now.strand)];
  calls.ticks.push_back(now.tick);
  calls.last = now;
  if (calls.ticks.size() <= kMostKept) return;
  calls.ticks.pop_front();
  calls.isCut = true;
}

Moment SyncLog::after(const Moment &event) const {
  const auto calls = calls_.find(static_cast<std::uint32_t>(event.strand));
  if (calls == calls_.end()) return {};
  const auto &ticks = calls->second.ticks;
  if (calls->second.isCut && event.tick < ticks.front()) return event;
  const auto next = std::ranges::upper_bound(ticks, event.tick);
  return next == ticks.end() ? Moment{} : Moment(Stamp{event.strand, *next, nullptr});
}

const Stamp *SyncLog::last(Strand strand) const {
  const auto calls = calls_.find(static_cast<std::uint32_t>(strand));
  return calls == calls_.end() ? nullptr : &calls->second.last;
}

}  // namespace lockstep::engine
