#include "semantics/layout/TypeBlock.h"

#include <algorithm>

namespace lockstep::semantics {
namespace {

using mpi::PredefinedTypeInfo;
using mpi::TypeCategory;

constexpr std::uint64_t kMostElements = 0xffffffffU;
constexpr std::uint64_t kMostRuns = 1U << 16;  // of the pairs of one block

std::uint64_t roundedUp(std::uint64_t bytes, std::uint64_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

/// Whether a run of the same length at this distance continues the first one. Values with a gap at their end are never
/// contiguous.
bool continues(const TypeBlock &block, std::int64_t distance) {
  const PredefinedTypeInfo &basic = infoOf(block.basic);
  return extentOf(basic) == basic.bytes &&
         distance == static_cast<std::int64_t>(std::uint64_t{basic.bytes} * block.elements);
}

bool isAlike(const TypeBlock &a, const TypeBlock &b) { return a.basic == b.basic && a.elements == b.elements; }

/// Where the next run after the last one of a multi-run block would be.
std::int64_t nextRun(const TypeBlock &block) { return moved(block.displacement, block.count, block.stride); }

void addRun(std::vector<StridedRun> &runs, StridedRun run) {
  if (run.count > 1 && static_cast<std::uint64_t>(run.stride) == run.length) {
    run.length *= run.count;
    run.count = 1;
  }
  if (run.count == 1) run.stride = 0;
  if (!runs.empty() && run.count == 1 && runs.back().count == 1 &&
      runs.back().offset + static_cast<std::int64_t>(runs.back().length) == run.offset)
    runs.back().length += run.length;
  else
    runs.push_back(run);
}

/// One part of every pair of the block, `at` bytes after the beginning of the pair.
bool addPart(std::vector<StridedRun> &runs, const TypeBlock &block, std::uint64_t at, std::uint64_t bytes) {
  const std::int64_t begin = moved(block.displacement, at, 1);
  const auto step = static_cast<std::int64_t>(extentOf(infoOf(block.basic)));
  const bool byPair = block.elements < block.count;
  const std::uint64_t rows = byPair ? block.elements : block.count;
  if (rows > kMostRuns) return false;
  for (std::uint64_t i = 0; i < rows; ++i) {
    if (byPair)
      addRun(runs, {moved(begin, i, step), bytes, block.stride, block.count});
    else
      addRun(runs, {moved(begin, i, block.stride), bytes, step, block.elements});
  }
  return true;
}

}  // namespace

const PredefinedTypeInfo &infoOf(mpi::PredefinedType type) {
  return *mpi::predefinedType(static_cast<std::uint64_t>(type));
}

std::uint64_t secondOfPair(const PredefinedTypeInfo &pair) {
  return roundedUp(infoOf(pair.first).bytes, infoOf(pair.second).bytes);
}

std::uint64_t extentOf(const PredefinedTypeInfo &type) {
  if (type.category != TypeCategory::Pair) return type.bytes;
  const std::uint64_t first = infoOf(type.first).bytes;
  const std::uint64_t second = infoOf(type.second).bytes;
  return roundedUp(secondOfPair(type) + second, std::max(first, second));
}

bool merge(TypeBlock &last, const TypeBlock &next) {
  if (last.basic != next.basic) return false;
  if (last.count == 1 && next.count == 1) {
    if (continues(last, next.displacement - last.displacement) &&
        std::uint64_t{last.elements} + next.elements <= kMostElements) {
      last.elements += next.elements;
      return true;
    }
    if (!isAlike(last, next)) return false;
    last.stride = next.displacement - last.displacement;
    last.count = 2;
    return true;
  }
  if (last.count == 1 || !isAlike(last, next) || next.displacement != nextRun(last)) return false;
  if (next.count > 1 && next.stride != last.stride) return false;
  if (std::uint64_t{last.count} + next.count > kMostElements) return false;
  last.count += next.count;
  return true;
}

bool repeat(TypeBlock &block, std::int64_t count, std::int64_t stride) {
  const auto times = static_cast<std::uint64_t>(count);
  if (block.count == 1) {
    if (continues(block, stride) && times * block.elements <= kMostElements) {
      block.elements = static_cast<std::uint32_t>(times * block.elements);
      return true;
    }
    block.count = static_cast<std::uint32_t>(times);
    block.stride = stride;
    return true;
  }
  if (stride != moved(0, block.count, block.stride) || times * block.count > kMostElements) return false;
  block.count = static_cast<std::uint32_t>(times * block.count);
  return true;
}

bool addRuns(std::vector<StridedRun> &runs, const TypeBlock &block) {
  const PredefinedTypeInfo &basic = infoOf(block.basic);
  if (block.count == 0 || block.elements == 0 || basic.bytes == 0) return true;
  if (extentOf(basic) == basic.bytes) {
    addRun(runs, {block.displacement, std::uint64_t{basic.bytes} * block.elements, block.stride, block.count});
    return true;
  }
  return addPart(runs, block, 0, infoOf(basic.first).bytes) &&
         addPart(runs, block, secondOfPair(basic), infoOf(basic.second).bytes);
}

}  // namespace lockstep::semantics
