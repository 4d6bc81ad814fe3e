// What a process asks of a communicator, a group or a Cartesian grid, where it follows from their members.
#include <algorithm>
#include <tuple>

#include "mpi/Special.h"
#include "passes/symex/mpi/Memberships.h"
#include "passes/symex/mpi/MpiModel.h"

namespace lockstep::passes::symex {

namespace {

using mpi::Role;
using mpi::Routine;
using Numbers = std::vector<std::int64_t>;

constexpr std::int64_t kMostDimensions = 8;
constexpr std::int64_t kBytes = 4;

/// MPI_PROC_NULL, MPI_UNDEFINED, as the library writes it.
std::optional<std::int64_t> rawOf(const CallView &view, Role role, std::int64_t special) {
  constexpr std::int64_t kUndefinedRaw = -32766;
  for (const std::int64_t raw : {std::int64_t{-1}, std::int64_t{-2}, std::int64_t{-3}, kUndefinedRaw})
    if (mpi::specialOf(view.interpreter().program().library(), role, raw) == special) return raw;
  return std::nullopt;
}

void writeNumber(const CallView &view, Role role, std::size_t from, std::int64_t number) {
  const int index = view.routine().indexOf(role, from);
  if (index >= 0) view.write(static_cast<std::size_t>(index), kBytes, Value::ofNumber(number));
}

void writeNumbers(const CallView &view, std::size_t argument, const Numbers &numbers) {
  const llvm::Value *operand = view.call().operand(argument);
  const auto place = operand
                         ? view.interpreter().placeOf(view.state(), view.interpreter().valueOf(view.state(), *operand))
                         : std::nullopt;
  if (!place || place->number == Value::kSomewhere) return;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    view.interpreter().store(view.state(),
                             Value::ofPointer(place->id, place->number + kBytes * static_cast<std::int64_t>(i)), kBytes,
                             Value::ofNumber(numbers[i]));
}

/// The rank at the coordinates; nothing outside of a dimension that is not periodic.
std::optional<std::int64_t> rankAt(const Membership &grid, Numbers coordinates) {
  std::int64_t rank = 0;
  for (std::size_t i = 0; i < grid.dims.size(); ++i) {
    const std::int64_t dim = grid.dims[i];
    if (coordinates[i] < 0 || coordinates[i] >= dim) {
      if (!grid.periods[i]) return std::nullopt;
      coordinates[i] = (coordinates[i] % dim + dim) % dim;
    }
    rank = rank * dim + coordinates[i];
  }
  return rank;
}

void shift(const CallView &view, const Membership &grid, std::int64_t own) {
  const int first = view.routine().indexOf(Role::IntIn);
  const auto direction = view.number(static_cast<std::size_t>(first));
  const auto by = view.number(static_cast<std::size_t>(first) + 1);
  const auto none = rawOf(view, Role::Dest, mpi::kProcNull);
  if (!direction || !by || !none || *direction < 0 || *direction >= static_cast<std::int64_t>(grid.dims.size())) return;
  const auto neighbor = [&](std::int64_t distance) {
    Numbers coordinates = coordinatesOf(grid, own);
    coordinates[static_cast<std::size_t>(*direction)] += distance;
    return rankAt(grid, coordinates).value_or(*none);
  };
  const auto source = static_cast<std::size_t>(view.routine().indexOf(Role::RankOut));
  view.write(source, kBytes, Value::ofNumber(neighbor(-*by)));
  view.write(source + 1, kBytes, Value::ofNumber(neighbor(*by)));
}

void askGrid(const CallView &view, const Membership &grid, std::int64_t own) {
  const auto count = static_cast<std::int64_t>(grid.dims.size());
  switch (view.routine().base) {
    case Routine::Cartdim_get:
      return writeNumber(view, Role::IntOut, 0, count);
    case Routine::Cart_rank: {
      const auto coordinates = view.numbers(static_cast<std::size_t>(view.routine().indexOf(Role::Coordinates)), count);
      const auto rank = coordinates ? rankAt(grid, *coordinates) : std::nullopt;
      if (rank) writeNumber(view, Role::RankOut, 0, *rank);
      return;
    }
    case Routine::Cart_coords: {
      const auto rank = view.number(Role::Rank);
      const auto length = view.number(Role::Length);
      if (!rank || *rank < 0 || *rank >= static_cast<std::int64_t>(grid.ranks.size()) || !length || *length < count)
        return;
      return writeNumbers(view, static_cast<std::size_t>(view.routine().indexOf(Role::IntsOut)),
                          coordinatesOf(grid, *rank));
    }
    case Routine::Cart_get: {
      const auto first = static_cast<std::size_t>(view.routine().indexOf(Role::IntsOut));
      const auto length = view.number(Role::Length);
      if (!length || *length < count) return;
      writeNumbers(view, first, grid.dims);
      writeNumbers(view, first + 1, Numbers(grid.periods.begin(), grid.periods.end()));
      return writeNumbers(view, first + 2, coordinatesOf(grid, own));
    }
    case Routine::Cart_shift:
      return shift(view, grid, own);
    default:
      return;
  }
}

/// As equal as possible, the largest first.
void distribute(std::int64_t nodes, std::size_t open, std::int64_t largest, Numbers &chosen, Numbers &best) {
  if (open == 0) {
    const auto isBetter = [](const Numbers &a, const Numbers &b) {
      return std::tuple(a.front() - a.back(), a) < std::tuple(b.front() - b.back(), b);
    };
    if (nodes == 1 && (best.empty() || isBetter(chosen, best))) best = chosen;
    return;
  }
  for (std::int64_t factor = std::min(largest, nodes); factor >= 1; --factor) {
    if (nodes % factor != 0) continue;
    chosen.push_back(factor);
    distribute(nodes / factor, open - 1, factor, chosen, best);
    chosen.pop_back();
  }
}

const std::vector<int> *ranksOf(const CallView &view, int argument) {
  const auto passed = argument < 0 ? std::nullopt : view.value(static_cast<std::size_t>(argument));
  const auto *group = passed ? view.held<Group>(*passed) : nullptr;
  return group ? group->ranks.get() : nullptr;
}

void askGroup(const CallView &view) {
  const int first = view.routine().indexOf(Role::Group);
  const std::vector<int> *ranks = ranksOf(view, first);
  const auto undefined = rawOf(view, Role::Color, mpi::kUndefined);
  if (!ranks || !undefined) return;
  const auto placeOf = [&](const std::vector<int> &group, int rank) {
    const auto place = std::ranges::find(group, rank);
    return place == group.end() ? *undefined : static_cast<std::int64_t>(place - group.begin());
  };
  switch (view.routine().base) {
    case Routine::Group_size:
      return writeNumber(view, Role::SizeOut, 0, static_cast<std::int64_t>(ranks->size()));
    case Routine::Group_rank:
      return writeNumber(view, Role::OwnRank, 0, placeOf(*ranks, view.interpreter().config().rank));
    case Routine::Group_translate_ranks: {
      const std::vector<int> *others =
          ranksOf(view, view.routine().indexOf(Role::Group, static_cast<std::size_t>(first) + 1));
      const auto length = view.number(Role::Length);
      if (!others || !length || *length < 0 || *length > static_cast<std::int64_t>(ranks->size())) return;
      const auto asked = view.numbers(static_cast<std::size_t>(view.routine().indexOf(Role::Ranks)), *length);
      if (!asked) return;
      Numbers found;
      for (const std::int64_t place : *asked) {
        if (place < 0 || place >= static_cast<std::int64_t>(ranks->size())) return;
        found.push_back(placeOf(*others, (*ranks)[static_cast<std::size_t>(place)]));
      }
      return writeNumbers(view, static_cast<std::size_t>(view.routine().indexOf(Role::RanksOut)), found);
    }
    default:
      return;
  }
}

}  // namespace

void applyTopology(const CallView &view) {
  if (view.routine().cls == mpi::Class::Group) return askGroup(view);
  if (view.routine().cls != mpi::Class::Topology) return;
  const auto members = membersOf(view);
  if (!members || members->dims.empty()) return;
  const auto own = std::ranges::find(members->ranks, view.interpreter().config().rank) - members->ranks.begin();
  askGrid(view, *members, own);
}

bool chooseDimensions(const CallView &view) {
  const auto nodes = view.number(Role::IntIn);
  const auto length = view.number(Role::Length);
  const auto argument = static_cast<std::size_t>(view.routine().indexOf(Role::IntsOut));
  constexpr std::int64_t kMostNodes = 4096;
  if (!nodes || !length || *nodes < 1 || *nodes > kMostNodes || *length < 1 || *length > kMostDimensions) return false;
  Numbers given;
  for (std::int64_t i = 0; i < *length; ++i) {
    const auto number = view.element(argument, i);
    if (!number || *number < 0) return false;
    given.push_back(*number);
  }
  std::int64_t left = *nodes;
  for (const std::int64_t dim : given) {
    if (dim == 0) continue;
    if (left % dim != 0) return false;
    left /= dim;
  }
  Numbers chosen;
  Numbers best;
  const auto open = static_cast<std::size_t>(std::ranges::count(given, 0));
  if (open > 0) distribute(left, open, left, chosen, best);
  std::size_t next = 0;
  for (std::int64_t &dim : given)
    if (dim == 0 && next < best.size()) dim = best[next++];
  writeNumbers(view, argument, given);
  return true;
}

}  // namespace lockstep::passes::symex
