// Who is in a communicator or group, by rank in the world, and where in a Cartesian grid.
//
// The members of a part follow from what all ranks pass to the call, which a rank knows in a joint run only
// (JointRun.h). Processes keep their order where a routine may reorder them: libraries do that only if they are told
// how the machine is wired.
#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

#include "mpi/Special.h"
#include "passes/symex/mpi/Memberships.h"
#include "passes/symex/mpi/MpiModel.h"
#include "trace/CommId.h"

namespace lockstep::passes::symex {

namespace {

using mpi::Role;
using mpi::Routine;
using Members = std::shared_ptr<const Membership>;
using Ranks = std::vector<int>;

constexpr std::int64_t kMostDimensions = 8;

Members made(Membership membership) { return std::make_shared<const Membership>(std::move(membership)); }

int ownRank(const CallView &view) { return view.interpreter().config().rank; }

bool contains(const Ranks &ranks, int rank) { return std::ranges::find(ranks, rank) != ranks.end(); }

/// In which all ranks take part whose communicator it is made of; null if the caller is none of them.
Made part(const CallView &view, std::uint64_t salt, Ranks ranks) {
  if (!contains(ranks, ownRank(view))) return {Made::Kind::Null, nullptr};
  const std::uint64_t id = trace::IdHash("made").add(view.state().exchange).add(salt).id();
  return {Made::Kind::Known, made({.id = id, .ranks = std::move(ranks)})};
}

Made split(const CallView &view, const Membership &old) {
  const auto color = view.number(Role::Color);
  const auto key = view.number(Role::Key);
  JointRun *joint = view.interpreter().joint();
  if (color && *color < 0 && *color != mpi::kUndefined) return {};  // an error: what it returns is not known
  if (color && *color < 0 && !joint) return {Made::Kind::Null, nullptr};
  if (!joint || !color || (*color >= 0 && !key)) return {};
  joint->tell(view.state().exchange, ownRank(view), {*color, key.value_or(0)});
  if (*color < 0) return {Made::Kind::Null, nullptr};
  const auto &told = joint->told(view.state().exchange);
  std::set<std::tuple<std::int64_t, std::size_t, int>> order;  // key, then position in the parent
  for (std::size_t place = 0; place < old.ranks.size(); ++place) {
    const auto theirs = told.find(old.ranks[place]);
    if (theirs == told.end() || theirs->second.size() != 2) return {};  // nothing, or of another collective
    if (theirs->second.at(0) == *color) order.emplace(theirs->second.at(1), place, old.ranks[place]);
  }
  Ranks ranks;
  for (const auto &[theirKey, place, rank] : order) ranks.push_back(rank);
  return part(view, static_cast<std::uint64_t>(*color), std::move(ranks));
}

std::optional<std::vector<std::int64_t>> dimensions(const CallView &view, Role role, std::size_t from = 0) {
  const int index = view.routine().indexOf(role, from);
  const auto length = view.number(Role::Length);
  if (index < 0 || !length || *length < 0 || *length > kMostDimensions) return std::nullopt;
  return view.numbers(static_cast<std::size_t>(index), *length);
}

/// One more than the most where it is larger.
std::int64_t product(const std::vector<std::int64_t> &factors, std::size_t most) {
  const auto limit = static_cast<std::int64_t>(most) + 1;
  if (std::ranges::find(factors, 0) != factors.end()) return 0;
  std::int64_t result = 1;
  for (const std::int64_t factor : factors) result = factor > limit / result ? limit : result * factor;
  return result;
}

Made grid(const CallView &view, const Membership &old) {
  const auto dims = dimensions(view, Role::Dimensions);
  const auto place = static_cast<std::size_t>(view.routine().indexOf(Role::Dimensions));
  const auto periods = dimensions(view, Role::Dimensions, place + 1);
  if (!dims || !periods || std::ranges::any_of(*dims, [](std::int64_t dim) { return dim < 0; })) return {};
  const std::int64_t count = product(*dims, old.ranks.size());
  if (count > static_cast<std::int64_t>(old.ranks.size())) return {};
  Made result = part(view, 0, Ranks(old.ranks.begin(), old.ranks.begin() + count));
  if (!result.members) return result;
  Membership membership = *result.members;
  membership.dims = *dims;
  for (const std::int64_t period : *periods) membership.periods.push_back(period != 0);
  return {Made::Kind::Known, made(std::move(membership))};
}

/// The processes that share the coordinates in the dimensions that are left out.
Made subgrid(const CallView &view, const Membership &old) {
  const auto place = std::ranges::find(old.ranks, ownRank(view)) - old.ranks.begin();
  const auto remain = view.numbers(static_cast<std::size_t>(view.routine().indexOf(Role::Coordinates)),
                                   static_cast<std::int64_t>(old.dims.size()));
  if (!remain || old.dims.empty()) return {};
  const std::vector<std::int64_t> own = coordinatesOf(old, place);
  Membership membership;
  std::uint64_t salt = 0;
  for (std::size_t i = 0; i < old.dims.size(); ++i) {
    if ((*remain)[i] == 0) {
      salt = salt * static_cast<std::uint64_t>(old.dims[i]) + static_cast<std::uint64_t>(own[i]);
      continue;
    }
    membership.dims.push_back(old.dims[i]);
    membership.periods.push_back(old.periods[i]);
  }
  for (std::size_t other = 0; other < old.ranks.size(); ++other) {
    const std::vector<std::int64_t> theirs = coordinatesOf(old, static_cast<std::int64_t>(other));
    bool isTogether = true;
    for (std::size_t i = 0; i < own.size(); ++i) isTogether &= (*remain)[i] != 0 || theirs[i] == own[i];
    if (isTogether) membership.ranks.push_back(old.ranks[other]);
  }
  membership.id = trace::IdHash("made").add(view.state().exchange).add(salt).id();
  return {Made::Kind::Known, made(std::move(membership))};
}

const Ranks *ranksOfGroup(const CallView &view, std::size_t from = 0) {
  const int index = view.routine().indexOf(Role::Group, from);
  const auto passed = index < 0 ? std::nullopt : view.value(static_cast<std::size_t>(index));
  const auto *group = passed ? view.held<Group>(*passed) : nullptr;
  return group ? group->ranks.get() : nullptr;
}

std::optional<Ranks> listed(const CallView &view, const Ranks &old) {
  const auto length = view.number(Role::Length);
  const int array = view.routine().indexOf(Role::Ranks);
  const auto places = length && array >= 0 && *length <= static_cast<std::int64_t>(old.size())
                          ? view.numbers(static_cast<std::size_t>(array), *length)
                          : std::nullopt;
  if (!places) return std::nullopt;
  Ranks ranks;
  for (const std::int64_t place : *places) {
    if (place < 0 || place >= static_cast<std::int64_t>(old.size())) return std::nullopt;
    ranks.push_back(old[static_cast<std::size_t>(place)]);
  }
  return ranks;
}

/// First, last and stride of each range.
std::optional<Ranks> ranged(const CallView &view, const Ranks &old) {
  const auto length = view.number(Role::Length);
  const int array = view.routine().indexOf(Role::RankRanges);
  const auto ranges = length && array >= 0 && *length >= 0 && *length <= static_cast<std::int64_t>(old.size())
                          ? view.numbers(static_cast<std::size_t>(array), 3 * *length)
                          : std::nullopt;
  if (!ranges) return std::nullopt;
  Ranks ranks;
  for (std::size_t i = 0; i + 2 < ranges->size(); i += 3) {
    const std::int64_t last = (*ranges)[i + 1];
    const std::int64_t stride = (*ranges)[i + 2];
    if (stride == 0) return std::nullopt;
    for (std::int64_t at = (*ranges)[i]; stride > 0 ? at <= last : at >= last; at += stride) {
      if (at < 0 || at >= static_cast<std::int64_t>(old.size())) return std::nullopt;
      ranks.push_back(old[static_cast<std::size_t>(at)]);
    }
  }
  return ranks;
}

Ranks without(const Ranks &all, const Ranks &some) {
  Ranks ranks;
  std::ranges::copy_if(all, std::back_inserter(ranks), [&](int rank) { return !contains(some, rank); });
  return ranks;
}

std::optional<Ranks> combined(const CallView &view, const Ranks &first) {
  const auto place = static_cast<std::size_t>(view.routine().indexOf(Role::Group));
  const Ranks *second = ranksOfGroup(view, place + 1);
  if (!second) return std::nullopt;
  switch (view.routine().base) {
    case Routine::Group_union: {
      Ranks ranks = first;
      std::ranges::copy(without(*second, first), std::back_inserter(ranks));
      return ranks;
    }
    case Routine::Group_intersection:
      return without(first, without(first, *second));
    default:
      return without(first, *second);
  }
}

std::optional<Ranks> ranksOfNewGroup(const CallView &view) {
  const Routine routine = view.routine().base;
  if (routine == Routine::Comm_group || routine == Routine::Win_get_group) {
    const Members members = membersOf(view);
    return members ? std::optional(members->ranks) : std::nullopt;
  }
  const Ranks *old = ranksOfGroup(view);
  if (!old) return std::nullopt;
  switch (routine) {
    case Routine::Group_incl:
      return listed(view, *old);
    case Routine::Group_range_incl:
      return ranged(view, *old);
    case Routine::Group_excl:
    case Routine::Group_range_excl: {
      const auto left = routine == Routine::Group_excl ? listed(view, *old) : ranged(view, *old);
      return left ? std::optional(without(*old, *left)) : std::nullopt;
    }
    case Routine::Group_union:
    case Routine::Group_intersection:
    case Routine::Group_difference:
      return combined(view, *old);
    default:
      return std::nullopt;
  }
}

}  // namespace

std::vector<std::int64_t> coordinatesOf(const Membership &grid, std::int64_t rank) {
  std::vector<std::int64_t> coordinates(grid.dims.size());
  for (std::size_t i = grid.dims.size(); i-- > 0;) {
    coordinates[i] = rank % grid.dims[i];
    rank /= grid.dims[i];
  }
  return coordinates;
}

Members membersOf(const CallView &view) {
  const RankConfig &config = view.interpreter().config();
  const auto passed = view.routine().indexOf(Role::Comm) >= 0 ? view.value(Role::Comm) : view.value(Role::Window);
  if (!passed || config.isPart || config.size == RankConfig::kAny) return nullptr;
  if (const auto *window = view.held<Window>(*passed)) return window->comm.members;
  if (const auto *comm = view.held<Comm>(*passed)) return comm->members;
  const std::optional<mpi::RawHandle> handle = view.raw(*passed);
  if (!handle) return nullptr;
  switch (mpi::predefinedCommOf(view.interpreter().program().library(), *handle)) {
    case mpi::PredefinedComm::World: {
      Membership world{.id = trace::kWorldId, .ranks = Ranks(static_cast<std::size_t>(config.size))};
      std::iota(world.ranks.begin(), world.ranks.end(), 0);
      return made(std::move(world));
    }
    case mpi::PredefinedComm::Self:
      return made({.id = trace::selfId(static_cast<std::uint32_t>(config.rank)), .ranks = {config.rank}});
    case mpi::PredefinedComm::None:
      return nullptr;
  }
  return nullptr;
}

Made madeComm(const CallView &view) {
  const Members old = membersOf(view);
  if (!old || view.standing().isInter) return {};
  switch (view.routine().base) {
    case Routine::Comm_dup:
    case Routine::Comm_dup_with_info:
    case Routine::Comm_idup:
    case Routine::Comm_idup_with_info: {
      Membership copy = *old;
      copy.id = trace::IdHash("made").add(view.state().exchange).id();
      return {Made::Kind::Known, made(std::move(copy))};
    }
    case Routine::Comm_split:
      return split(view, *old);
    case Routine::Comm_create:
    case Routine::Comm_create_group: {
      const Ranks *group = ranksOfGroup(view);
      if (!group) return {};
      return part(view, group->empty() ? 0 : static_cast<std::uint64_t>(group->front()) + 1, *group);
    }
    case Routine::Cart_create:
      return grid(view, *old);
    case Routine::Cart_sub:
      return subgrid(view, *old);
    case Routine::Graph_create: {
      const auto count = view.number(Role::Length);
      if (!count || *count < 0 || *count > static_cast<std::int64_t>(old->ranks.size())) return {};
      return part(view, 0, Ranks(old->ranks.begin(), old->ranks.begin() + *count));
    }
    case Routine::Dist_graph_create:
    case Routine::Dist_graph_create_adjacent:
      return part(view, 0, old->ranks);
    default:
      return {};
  }
}

Comm commOf(const CallView &view, const Members &members) {
  Comm comm;
  const auto place = std::ranges::find(members->ranks, ownRank(view));
  comm.rank = static_cast<int>(place - members->ranks.begin());
  comm.size = static_cast<int>(members->ranks.size());
  comm.members = members;
  return comm;
}

Group madeGroup(const CallView &view) {
  Group group;
  if (auto ranks = ranksOfNewGroup(view)) {
    group.size = static_cast<int>(ranks->size());
    group.ranks = std::make_shared<const Ranks>(*std::move(ranks));
  }
  return group;
}

void countCollective(const CallView &view) {
  State &state = view.state();
  state.exchange = 0;
  if (!mpi::isCollective(view.routine().cls)) return;
  const Members members = membersOf(view);
  if (!members) return;
  trace::IdHash key("exchange");
  key.add(members->id);
  if (isCollectiveCall(view.routine())) {
    key.add(state.collectives[members->id]++);
  } else {  // only the members of the new one make the call
    const Ranks *group = ranksOfGroup(view);
    key.add(std::string_view("partial")).add(static_cast<std::uint64_t>(view.number(Role::Tag).value_or(0)));
    for (const int rank : group ? *group : Ranks()) key.add(static_cast<std::uint64_t>(rank));
    const std::uint64_t likeness = trace::IdHash(key).id();
    key.add(state.collectives[likeness]++);
  }
  state.exchange = key.id();
}

}  // namespace lockstep::passes::symex
