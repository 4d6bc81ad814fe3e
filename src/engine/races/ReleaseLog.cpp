#include "engine/races/ReleaseLog.h"

#include <ranges>

namespace lockstep::engine {
namespace {

bool passesOn(mpi::Class cls) {
  using mpi::Class;
  return mpi::isCollective(cls) || cls == Class::Send || cls == Class::SendReceive || cls == Class::Partition ||
         cls == Class::Start || cls == Class::WindowSync;
}

}  // namespace

void ReleaseLog::take(const Call &call, const Stamp &now) {
  if (!passesOn(call.routine->cls)) return;
  std::deque<Passed> &calls = calls_[static_cast<std::uint32_t>(now.strand)];
  calls.push_back({now.tick, call.first().self()});
  if (calls.size() > kMostKept) calls.pop_front();
}

CallPtr ReleaseLog::between(const Moment &event, const Stamp &later, const Order &order) const {
  const auto calls = calls_.find(static_cast<std::uint32_t>(event.strand));
  if (calls == calls_.end()) return nullptr;
  for (const Passed &passed : calls->second | std::views::reverse) {
    if (passed.tick <= event.tick) return nullptr;
    if (order.before(Stamp{event.strand, passed.tick, nullptr}, later)) return passed.call;
  }
  return nullptr;
}

}  // namespace lockstep::engine
