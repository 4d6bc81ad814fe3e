#include "passes/symex/runs/ObjectIds.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

#include "trace/CommId.h"

namespace lockstep::passes::symex {

namespace {

using mpi::Role;
using mpi::Routine;

std::optional<std::int64_t> numberOf(const TracedCall &call, Role role) {
  const int index = call.routine->indexOf(role);
  return index < 0 ? std::nullopt : std::optional(call.arguments[static_cast<std::size_t>(index)].number);
}

/// The positions in the group of the ranks passed to the call; nothing if these are unknown.
std::optional<std::set<unsigned>> placesIn(const ObjectIds::Ranks &group, const TracedCall &call) {
  std::set<unsigned> places;
  for (const TracedArray &array : call.arrays)
    for (const TracedValue &value : array.values) {
      if (value.number < 0 || value.number >= static_cast<std::int64_t>(group.size())) return std::nullopt;
      places.insert(static_cast<unsigned>(value.number));
    }
  return call.arrays.empty() ? std::nullopt : std::optional(std::move(places));
}

}  // namespace

ObjectIds::ObjectIds(std::size_t ranks) {
  Ranks &world = comms_[static_cast<std::int64_t>(trace::kWorldId)];
  world.resize(ranks);
  std::iota(world.begin(), world.end(), 0U);
  for (const unsigned rank : world) comms_[static_cast<std::int64_t>(trace::selfId(rank))] = {rank};
}

std::optional<std::int64_t> ObjectIds::find(unsigned rank, std::int64_t handle) const {
  const auto known = ids_.find({rank, handle});
  return known == ids_.end() ? std::nullopt : std::optional(known->second);
}

const ObjectIds::Ranks *ObjectIds::membersOf(std::int64_t comm) const {
  const auto known = comms_.find(comm);
  return known == comms_.end() ? nullptr : &known->second;
}

const ObjectIds::Ranks *ObjectIds::groupOf(unsigned rank, std::int64_t group) const {
  const auto known = groups_.find({rank, group});
  return known == groups_.end() ? nullptr : &known->second;
}

/// First called while all members are inside.
const ObjectIds::Choices *ObjectIds::choicesOf(const Making &making, const TracedCall &call, const CallOf &callOf) {
  const auto [known, isNew] = choices_.try_emplace(making);
  if (!isNew) return &known->second;
  for (const unsigned member : *membersOf(making.first)) {
    const TracedCall *theirs = callOf(member);
    if (!theirs || theirs->routine->base != call.routine->base) return nullptr;
    known->second[member] = {numberOf(*theirs, Role::Color).value_or(0), numberOf(*theirs, Role::Key).value_or(0)};
  }
  return &known->second;
}

ObjectIds::Made ObjectIds::makeKnown(const Ranks &members, const Making &making) {
  if (members.empty()) return {};
  Made made{.id = 0, .members = members};
  made.id = static_cast<std::int64_t>(
      trace::collectiveCommId(static_cast<std::uint64_t>(making.first), making.second, std::ranges::min(members)));
  comms_[made.id] = made.members;
  return made;
}

/// Only the members make it.
ObjectIds::Made ObjectIds::makePartial(unsigned rank, const TracedCall &call, std::int64_t parent) {
  trace::IdHash likeness("partial");
  likeness.add(static_cast<std::uint64_t>(parent))
      .add(static_cast<std::uint64_t>(numberOf(call, Role::Tag).value_or(0)));
  for (const unsigned member : *call.members) likeness.add(member);
  const auto id = static_cast<std::int64_t>(likeness.id());
  return makeKnown(*call.members, {id, countOn(id, rank)});
}

std::optional<ObjectIds::Made> ObjectIds::makeComm(unsigned rank, const TracedCall &call, std::int64_t parent,
                                                   const CallOf &callOf) {
  const Ranks *parents = membersOf(parent);
  if (!parents) return std::nullopt;
  if (call.members && call.routine->effect == mpi::Effect::CommCreatePartial) return makePartial(rank, call, parent);
  const Making making{parent, countOn(parent, rank)};
  if (call.members) return makeKnown(*call.members, making);
  const Choices *choices = choicesOf(making, call, callOf);
  if (!choices) return std::nullopt;
  const Choice &own = choices->at(rank);
  if (own.color < 0) return Made{};
  std::set<std::tuple<std::int64_t, std::size_t, unsigned>> order;  // key, then position in the parent
  for (std::size_t place = 0; place < parents->size(); ++place) {
    const unsigned member = (*parents)[place];
    if (choices->at(member).color == own.color) order.emplace(choices->at(member).key, place, member);
  }
  Made made;
  for (const auto &[key, place, member] : order) made.members.push_back(member);
  made.id = static_cast<std::int64_t>(
      trace::collectiveCommId(static_cast<std::uint64_t>(parent), making.second, std::ranges::min(made.members)));
  comms_[made.id] = made.members;
  return made;
}

std::int64_t ObjectIds::makeOn(std::int64_t comm, unsigned rank) {
  return static_cast<std::int64_t>(
      trace::IdHash("made").add(static_cast<std::uint64_t>(comm)).add(countOn(comm, rank)).id());
}

std::optional<ObjectIds::Ranks> ObjectIds::membersOfGroup(unsigned rank, const TracedCall &call,
                                                          const std::vector<std::int64_t> &arguments) const {
  const auto argument = [&](Role role) { return arguments[static_cast<std::size_t>(call.routine->indexOf(role))]; };
  if (call.routine->base == Routine::Comm_group || call.routine->base == Routine::Win_get_group) {
    const bool isOfComm = call.routine->base == Routine::Comm_group;
    const auto window = isOfComm ? commOfWindow_.end() : commOfWindow_.find(argument(Role::Window));
    if (!isOfComm && window == commOfWindow_.end()) return std::nullopt;
    const Ranks *members = membersOf(isOfComm ? argument(Role::Comm) : window->second);
    return members ? std::optional(*members) : std::nullopt;
  }
  const bool isIncluding = call.routine->base == Routine::Group_incl;
  const Ranks *old =
      isIncluding || call.routine->base == Routine::Group_excl ? groupOf(rank, argument(Role::Group)) : nullptr;
  const auto places = old ? placesIn(*old, call) : std::nullopt;
  if (!places) return std::nullopt;
  Ranks members;
  if (isIncluding)
    for (const TracedValue &value : call.arrays.front().values)
      members.push_back((*old)[static_cast<std::size_t>(value.number)]);
  else
    for (unsigned place = 0; place < old->size(); ++place)
      if (!places->contains(place)) members.push_back((*old)[place]);
  return members;
}

bool ObjectIds::makeGroup(unsigned rank, const TracedCall &call, const std::vector<std::int64_t> &arguments,
                          std::int64_t group) {
  std::optional<Ranks> members = call.members ? call.members : membersOfGroup(rank, call, arguments);
  if (!members) return false;
  groups_[{rank, group}] = *std::move(members);
  return true;
}

}  // namespace lockstep::passes::symex
