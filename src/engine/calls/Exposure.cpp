#include "engine/calls/Exposure.h"

#include <algorithm>

#include "engine/calls/Synchronization.h"
#include "engine/objects/Windows.h"
#include "trace/Parts.h"
#include "trace/RankRanges.h"

namespace lockstep::engine {
namespace {

using mpi::EpochKind;
using mpi::Role;

bool reads(const Call &call) {
  const mpi::Class cls = call.routine->cls;
  return (cls == mpi::Class::RmaGet || cls == mpi::Class::RmaFetch) && call.argument(Role::TargetCount).value_or(1) > 0;
}

}  // namespace

void Groups::define(const trace::Group &record) {
  std::vector<int> &members = known_[record.id];
  if (incomplete_ != record.id) members.clear();
  trace::forEachRank(trace::ranges(record), [&](std::uint32_t rank) {
    members.push_back(rank == trace::kOutsideWorld ? -1 : static_cast<int>(rank));
  });
  incomplete_ = record.more != 0 ? record.id : 0;
}

const std::vector<int> *Groups::find(std::int64_t id) const {
  const auto known = known_.find(static_cast<std::uint64_t>(id));
  return known == known_.end() ? nullptr : &known->second;
}

MeetingPtr Exposures::meet(std::int64_t window, int origin, int target, std::uint64_t Pair::*side) {
  Pair &pair = pairs_[{window, origin, target}];
  const std::uint64_t number = (pair.*side)++;
  while (pair.first + pair.meetings.size() <= number) pair.meetings.push_back(makeRef<PscwPair>(origin, target));
  MeetingPtr meeting = pair.meetings[number - pair.first];
  for (; pair.first < std::min(pair.posts, pair.starts); ++pair.first) pair.meetings.pop_front();
  return meeting;
}

void Exposures::enter(Call &call, const Groups &groups) {
  const auto window = call.argument(Role::Window);
  if (!window || call.rank() < 0) return;
  const mpi::Synchronization sync = synchronization(call);
  const bool isExposure = sync.kind == EpochKind::Exposure;
  const bool isOfGroup = isExposure || sync.kind == EpochKind::Access;
  if (isOfGroup && sync.opens) {
    const std::vector<int> *members = groups.find(call.argument(Role::Group).value_or(0));
    if (members == nullptr) return;
    for (const int rank : *members) {
      if (rank < 0) continue;
      call.meetings.push_back(isExposure ? meet(*window, rank, call.rank(), &Pair::posts)
                                         : meet(*window, call.rank(), rank, &Pair::starts));
    }
    Open &open = open_[{call.rank(), *window}];
    (isExposure ? open.posted : open.started) = call.meetings;
    return;
  }
  const auto known = open_.find({call.rank(), *window});
  if (known == open_.end()) return;
  Open &open = known->second;
  PscwPairs &begun = isExposure ? open.posted : open.started;
  if (isOfGroup)
    call.meetings = sync.isTest ? begun : std::exchange(begun, {});
  else if (reads(call))
    noteRead(call, open);
}

void Exposures::noteRead(const Call &call, const Open &open) const {
  const auto target = windows_.targetOf(call);
  for (const MeetingPtr &meeting : open.started)
    if (meeting->target == target) meeting->isRead = true;
}

bool endsExposure(const Call &call, const Result &result) {
  const mpi::Synchronization sync = synchronization(call, result);
  return sync.kind == EpochKind::Exposure && sync.closes;
}

void Exposures::leave(const Call &call, const Result &result) {
  const mpi::Synchronization sync = synchronization(call, result);
  if (!sync.isTest || !sync.closes) return;
  const auto known = open_.find({call.rank(), call.argument(Role::Window).value_or(0)});
  if (known != open_.end()) known->second.posted.clear();
}

}  // namespace lockstep::engine
