#include "semantics/layout/TypeConstructor.h"

#include <algorithm>
#include <span>

namespace lockstep::semantics {
namespace {

using mpi::Routine;
using Numbers = std::span<const std::int64_t>;

std::int64_t product(std::int64_t a, std::int64_t b) { return moved(0, static_cast<std::uint64_t>(a), b); }

Layout rowOf(const Layout &old, std::int64_t count) {
  Layout row;
  row.addRow(old, 0, count);
  return row;
}

/// Blocks at a constant distance.
Layout vectorOf(const Layout &old, std::int64_t count, std::int64_t length, std::int64_t stride) {
  Layout made;
  made.add(rowOf(old, length), 0, count, stride);
  return made;
}

/// Blocks at arbitrary displacements, each with its own length.
Layout indexedOf(const Layout &old, Numbers lengths, Numbers places, std::int64_t unit) {
  Layout made;
  for (std::size_t i = 0; i < places.size(); ++i) made.addRow(old, product(places[i], unit), lengths[i]);
  return made;
}

Layout indexedBlockOf(const Layout &old, std::int64_t length, Numbers places, std::int64_t unit) {
  const Layout block = rowOf(old, length);
  Layout made;
  for (const std::int64_t place : places) made.add(block, product(place, unit), 1, 0);
  return made;
}

Layout structOf(std::span<const LayoutPtr> types, Numbers lengths, Numbers places) {
  Layout made;
  for (std::size_t i = 0; i < types.size(); ++i) made.addRow(*types[i], places[i], lengths[i]);
  made.pad();
  return made;
}

/// Index range in one dimension of an array.
struct Range {
  std::int64_t start = 0;
  std::int64_t length = 0;
};

struct Dimension {
  std::int64_t size = 0;
  std::vector<Range> ranges;
};

/// The part of an array given by these ranges.
Layout partOfArray(const Layout &element, std::vector<Dimension> dimensions, bool isFortran) {
  if (!isFortran) std::ranges::reverse(dimensions);
  Layout made = element;
  std::int64_t stride = element.extent();
  for (const Dimension &dimension : dimensions) {  // from the fastest to the slowest dimension
    Layout wider;
    for (const Range &range : dimension.ranges) wider.add(made, product(range.start, stride), range.length, stride);
    made = std::move(wider);
    stride = product(dimension.size, stride);
  }
  made.resize(0, stride);
  return made;
}

Layout subarrayOf(const Layout &old, Numbers sizes, Numbers parts, Numbers starts, bool isFortran) {
  std::vector<Dimension> dimensions;
  for (std::size_t i = 0; i < sizes.size(); ++i) dimensions.push_back({sizes[i], {{starts[i], parts[i]}}});
  return partOfArray(old, std::move(dimensions), isFortran);
}

std::vector<Range> distribute(std::int64_t size, std::int64_t how, std::int64_t block, std::int64_t processes,
                              std::int64_t mine) {
  if (how == kDistributeNone) return {{0, size}};
  const bool isCyclic = how == kDistributeCyclic;
  if (block == kDefaultBlock) block = isCyclic ? 1 : std::max<std::int64_t>((size + processes - 1) / processes, 1);
  std::vector<Range> ranges;
  for (std::int64_t start = mine * block; block > 0 && start < size; start += processes * block) {
    ranges.push_back({start, std::min(block, size - start)});
    if (!isCyclic) break;
  }
  return ranges;
}

/// `own` is the rank in the process grid, in row-major order.
std::optional<Layout> distributedArrayOf(const Layout &old, std::int64_t own, Numbers arrays, std::size_t rank,
                                         bool isFortran) {
  const auto list = [&](std::size_t which) { return arrays.subspan(which * rank, rank); };
  const Numbers processes = list(3);
  if (std::ranges::any_of(processes, [](std::int64_t each) { return each <= 0; })) return std::nullopt;
  std::int64_t grid = 1;
  for (const std::int64_t each : processes) grid = product(grid, each);
  std::vector<Dimension> dimensions;
  for (std::size_t i = 0; i < rank && grid > 0; ++i) {
    grid /= processes[i];
    dimensions.push_back({list(0)[i], distribute(list(0)[i], list(1)[i], list(2)[i], processes[i], own / grid)});
    own %= grid;
  }
  return partOfArray(old, std::move(dimensions), isFortran);
}

}  // namespace

std::optional<Layout> construct(const Construction &made) {
  if (made.types.empty() || std::ranges::find(made.types, nullptr) != made.types.end()) return std::nullopt;
  const Numbers numbers = made.numbers;
  const auto length = numbers.empty() ? std::size_t{0} : static_cast<std::size_t>(numbers[0]);
  const auto list = [&](std::size_t before, std::size_t which) {
    return numbers.subspan(before + which * length, length);
  };
  const Layout &old = *made.types.front();
  switch (made.constructor) {
    case Routine::Type_create_struct:
    case Routine::Type_struct:
      return structOf(made.types, list(1, 0), list(1, 1));
    case Routine::Type_dup:
      return old;
    case Routine::Type_create_resized: {
      Layout resized = old;
      resized.resize(numbers[0], numbers[1]);
      return resized;
    }
    default:
      break;
  }
  if (!old.isExtentKnown()) return std::nullopt;
  switch (made.constructor) {
    case Routine::Type_contiguous:
      return rowOf(old, numbers[0]);
    case Routine::Type_vector:
      return vectorOf(old, numbers[0], numbers[1], product(numbers[2], old.extent()));
    case Routine::Type_create_hvector:
    case Routine::Type_hvector:
      return vectorOf(old, numbers[0], numbers[1], numbers[2]);
    case Routine::Type_indexed:
      return indexedOf(old, list(1, 0), list(1, 1), old.extent());
    case Routine::Type_create_hindexed:
    case Routine::Type_hindexed:
      return indexedOf(old, list(1, 0), list(1, 1), 1);
    case Routine::Type_create_indexed_block:
      return indexedBlockOf(old, numbers[1], list(2, 0), old.extent());
    case Routine::Type_create_hindexed_block:
      return indexedBlockOf(old, numbers[1], list(2, 0), 1);
    case Routine::Type_create_subarray:
      return subarrayOf(old, list(1, 0), list(1, 1), list(1, 2), numbers.back() == kFortranOrder);
    case Routine::Type_create_darray:
      return distributedArrayOf(old, numbers[1], numbers.subspan(3), static_cast<std::size_t>(numbers[2]),
                                numbers.back() == kFortranOrder);
    default:
      return std::nullopt;
  }
}

}  // namespace lockstep::semantics
