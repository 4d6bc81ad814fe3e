#include "engine/waiting/GroupCreations.h"

#include <algorithm>
#include <utility>

namespace lockstep::engine {
namespace {

using mpi::Effect;
using mpi::Role;

bool isPartial(const Call &call) {
  return call.routine->cls == mpi::Class::CollectiveComm && call.routine->effect == Effect::CommCreatePartial;
}

std::uint64_t countOf(const std::map<int, std::uint64_t> &counts, int rank) {
  const auto known = counts.find(rank);
  return known == counts.end() ? 0 : known->second;
}

/// Counts a call, and drops the entry when all participants have made equally many.
template <class Counts, class Key>
void count(Counts &all, const Key &key, int rank) {
  auto &counts = all[key];
  ++counts[rank];
  const auto isEqual = [&](int other) { return countOf(counts, other) == counts[rank]; };
  if (std::ranges::all_of(std::get<1>(key), isEqual)) all.erase(key);
}

}  // namespace

/// None if the participants are unknown, or some are outside the world.
std::optional<GroupCreations::Key> GroupCreations::keyOf(const Call &call) {
  std::vector<int> ranks;
  if (call.routine->indexOf(Role::PeerComm) >= 0) {
    if (!call.comm) return std::nullopt;
    ranks = call.comm->members();
  } else if (call.routine->indexOf(Role::RemoteGroup) < 0) {
    const auto *group = call.process->groups.find(call.argument(Role::Group).value_or(trace::kUnknownHandle));
    if (group != nullptr) ranks = *group;
  }
  std::ranges::sort(ranks);
  const bool isKnown = !ranks.empty() && ranks.front() >= 0 && std::ranges::binary_search(ranks, call.rank());
  if (!isKnown) return std::nullopt;
  return Key{call.argument(Role::Comm).value_or(0), std::move(ranks), call.argument(Role::Tag).value_or(0)};
}

/// The key of the pair of leaders; none for other members.
std::optional<GroupCreations::Key> GroupCreations::meetingOf(const Call &leader) const {
  const auto root = leader.argument(Role::Root);
  const auto peers = leader.argument(Role::PeerComm);
  const auto remote = leader.argument(Role::RemoteLeader);
  if (!leader.comm || !root || !peers || !remote) return std::nullopt;
  const auto own = leader.comm->positionOf(leader.rank());
  const CommunicatorPtr comm = communicators_.find(static_cast<std::uint64_t>(*peers));
  if (!comm || !own || *root != static_cast<std::int64_t>(*own)) return std::nullopt;
  const auto position = comm->positionOf(leader.rank());
  const auto peer = position ? comm->peer(*position, *remote) : std::nullopt;
  if (!peer || comm->members()[*peer] < 0) return std::nullopt;
  std::vector<int> leaders{leader.rank(), comm->members()[*peer]};
  std::ranges::sort(leaders);
  return Key{*peers, std::move(leaders), leader.argument(Role::Tag).value_or(0)};
}

void GroupCreations::enter(const Call &call) {
  if (!isPartial(call)) return;
  const auto key = keyOf(call);
  if (!key) return;
  count(groups_, *key, call.rank());
  const auto meeting = meetingOf(call);
  if (!meeting) return;
  count(leaders_, *meeting, call.rank());
  meetings_.insert_or_assign(*key, *meeting);
  of_.insert_or_assign({*meeting, call.rank()}, *key);
}

/// The participants that have made fewer calls than the rank.
std::vector<int> GroupCreations::missingIn(const Key &key, int rank) const {
  std::vector<int> missing;
  const auto known = groups_.find(key);
  if (known == groups_.end()) return missing;
  std::ranges::copy_if(std::get<1>(key), std::back_inserter(missing),
                       [&](int other) { return countOf(known->second, other) < countOf(known->second, rank); });
  return missing;
}

/// Adds the other leader, or those members of its group for which it waits.
void GroupCreations::addMissing(const Key &meeting, int leader, std::vector<int> &missing) const {
  const auto &leaders = std::get<1>(meeting);
  const int other = leaders.front() == leader ? leaders.back() : leaders.front();
  const auto counts = leaders_.find(meeting);
  if (counts != leaders_.end() && countOf(counts->second, other) < countOf(counts->second, leader))
    missing.push_back(other);
  else if (const auto group = of_.find({meeting, other}); group != of_.end() && counts == leaders_.end())
    std::ranges::copy(missingIn(group->second, other), std::back_inserter(missing));
}

WaitCondition GroupCreations::needOf(const Call &call) const {
  const auto key = isPartial(call) ? keyOf(call) : std::nullopt;
  if (!key) return {};
  std::vector<int> missing = missingIn(*key, call.rank());
  const auto meeting = meetings_.find(*key);
  const auto root = call.argument(Role::Root);
  if (missing.empty() && meeting != meetings_.end() && root && call.comm && *root >= 0 &&
      *root < static_cast<std::int64_t>(call.comm->size()))
    addMissing(meeting->second, call.comm->members()[static_cast<std::size_t>(*root)], missing);
  if (missing.empty()) return {};
  WaitCondition any{WaitCondition::Kind::Any, -1, {}};
  for (const int rank : missing) any.parts.push_back(WaitCondition::of(rank));
  return any;
}

}  // namespace lockstep::engine
