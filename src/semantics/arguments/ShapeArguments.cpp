#include <algorithm>

#include <fmt/format.h>

#include "semantics/arguments/Judgments.h"

namespace lockstep::semantics {

using mpi::Role;

namespace {

using Numbers = std::vector<std::int64_t>;

constexpr std::int64_t kMany = std::int64_t{1} << 30;  // processes

Judgment judgeExtents(const Numbers &extents, const char *help) {
  const auto wrong = std::ranges::find_if(extents, [](std::int64_t extent) { return extent <= 0; });
  if (wrong == extents.end()) return std::nullopt;
  return Complaint{fmt::format("holds {}, but every dimension has at least one process", *wrong), help};
}

/// No more than kMany.
std::int64_t productOf(const Numbers &extents) {
  std::int64_t product = 1;
  for (const std::int64_t extent : extents) product = std::min(product * std::min(extent, kMany), kMany);
  return product;
}

Judgment judgeDimensions(const CallFacts &facts, std::size_t argument) {
  if (!facts.isCalled(argument, "dims") || facts.isInter() == true) return std::nullopt;
  const auto extents = facts.numbers(static_cast<int>(argument));
  if (!extents) return std::nullopt;
  if (Judgment wrong = judgeExtents(*extents, "give every dimension a positive extent")) return wrong;
  const auto size = facts.peerCount();
  const std::int64_t product = productOf(*extents);
  if (!size || product <= *size) return std::nullopt;
  return Complaint{.what = fmt::format("needs more processes than the {} of {}", *size, facts.describePeers()),
                   .help = "choose dimensions whose product is not larger than the communicator",
                   .rank = product - 1};
}

/// Degrees, each added to those before it.
Judgment judgeGraph(const CallFacts &facts, std::size_t argument) {
  const auto size = facts.isInter() == false ? facts.peerCount() : std::nullopt;
  const auto degrees = size ? facts.numbers(static_cast<int>(argument)) : std::nullopt;
  if (!degrees) return std::nullopt;
  if (std::ssize(*degrees) > *size)
    return Complaint{.what = fmt::format("has {} nodes, but {} has only {} processes", degrees->size(),
                                         facts.describePeers(), *size),
                     .help = "make a graph of at most as many nodes as there are processes",
                     .rank = std::ssize(*degrees) - 1};
  const auto falls = std::ranges::adjacent_find(*degrees, std::ranges::greater{});
  if (falls == degrees->end()) return std::nullopt;
  return Complaint{
      fmt::format("falls from {} to {} at element {}, but each element counts the neighbors up to its node", *falls,
                  *std::next(falls), falls - degrees->begin() + 1),
      "add the neighbors of each node to those of the nodes before it"};
}

/// A part of an array: it has elements, and they lie inside the whole.
Judgment judgeArray(const CallFacts &facts, std::size_t argument) {
  const bool isStart = facts.isCalled(argument, "array_of_starts");
  const auto own = facts.numbers(static_cast<int>(argument)).value_or(Numbers());
  const auto sizes = facts.numbers(facts.indexOf("array_of_sizes")).value_or(Numbers());
  const auto parts = facts.numbers(facts.indexOf("array_of_subsizes")).value_or(Numbers());
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (own[i] < 0) return std::nullopt;  // which is an error of its own
    if (own[i] == 0 && !isStart)
      return Complaint{fmt::format("holds 0 as element {}, but every dimension has elements", i),
                       "give every dimension at least one element"};
    if (facts.isCalled(argument, "array_of_subsizes") && i < sizes.size() && own[i] > sizes[i])
      return Complaint{fmt::format("holds {} as element {}, but the array has only {} there", own[i], i, sizes[i]),
                       "take a part that is not larger than the array"};
    if (isStart && i < sizes.size() && i < parts.size() && parts[i] <= sizes[i] && own[i] > sizes[i] - parts[i])
      return Complaint{
          fmt::format("holds {} as element {}, but {} elements from there on reach beyond the {} of the array", own[i],
                      i, parts[i], sizes[i]),
          "let the part begin where it still fits into the array"};
  }
  return std::nullopt;
}

/// The grid of processes that an array is distributed over.
Judgment judgeProcesses(const CallFacts &facts, std::size_t argument) {
  if (!facts.isCalled(argument, "array_of_psizes")) return std::nullopt;
  const auto extents = facts.numbers(static_cast<int>(argument));
  const auto numberOf = [&](std::string_view name) {
    return facts.number(static_cast<std::size_t>(facts.indexOf(name)));
  };
  const auto size = numberOf("size");
  const auto rank = numberOf("rank");
  if (!extents || extents->empty() || !size || *size <= 0) return std::nullopt;
  if (Judgment wrong = judgeExtents(*extents, "give every dimension a positive number of processes")) return wrong;
  const std::int64_t product = productOf(*extents);
  if (product != *size)
    return Complaint{.what = fmt::format("does not multiply to the {} processes of the group", *size),
                     .help = "choose a grid of exactly as many processes as the group has",
                     .rank = product > *size ? product - 1 : kMany};  // fewer ranks may be meant
  if (!rank || (*rank >= 0 && *rank < *size)) return std::nullopt;
  return Complaint{fmt::format("describes the grid of {} processes, but the rank is {}", *size, *rank),
                   "pass a rank of the group"};
}

/// In a dimension that is periodic any will do.
Judgment judgeCoordinates(const CallFacts &facts, std::size_t argument, const Grid &grid) {
  for (std::size_t i = 0; i < facts.length(argument) && i < grid.extents.size() && i < grid.periods.size(); ++i) {
    const auto coordinate = facts.element(argument, i);
    if (!coordinate || grid.periods[i] != 0 || (*coordinate >= 0 && *coordinate < grid.extents[i])) continue;
    return Complaint{fmt::format("holds {} as element {}, but dimension {} is not periodic and has coordinates 0 to {}",
                                 *coordinate, i, i, grid.extents[i] - 1),
                     "pass coordinates inside the grid, or make the dimension periodic"};
  }
  return std::nullopt;
}

Judgment judgeOnGrid(const CallFacts &facts, std::size_t argument, const Grid &grid) {
  if (facts.roleOf(argument) == Role::Coordinates) return judgeCoordinates(facts, argument, grid);
  const auto value = facts.number(argument);
  const auto count = std::ssize(grid.extents);
  const std::string has = fmt::format("the communicator has {} dimension{}", count, count == 1 ? "" : "s");
  if (value && facts.isCalled(argument, "direction") && (*value < 0 || *value >= count))
    return Complaint{fmt::format("is {}, but {}, counted from 0", *value, has),
                     "pass a dimension that the communicator has"};
  if (value && facts.isCalled(argument, "maxdims") && *value >= 0 && *value < count)
    return Complaint{fmt::format("is {}, but {}", *value, has), "pass arrays with an element for each dimension"};
  return std::nullopt;
}

}  // namespace

Judgment judgeShape(const CallFacts &facts, std::size_t argument) {
  switch (facts.roleOf(argument)) {
    case Role::Dimensions:
      return judgeDimensions(facts, argument);
    case Role::CumulativeDegrees:
      return judgeGraph(facts, argument);
    case Role::ArraySizes:
      return judgeArray(facts, argument);
    case Role::Distributions:
      return judgeProcesses(facts, argument);
    default:
      break;
  }
  const Grid *grid = facts.routine().cls == mpi::Class::Topology ? facts.grid() : nullptr;
  return grid != nullptr ? judgeOnGrid(facts, argument, *grid) : std::nullopt;
}

}  // namespace lockstep::semantics
