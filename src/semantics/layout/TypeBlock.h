// A regular sequence of values of one predefined type, the building block of type maps, and the bytes that it covers.
//
// A pair such as MPI_DOUBLE_INT is laid out as the C struct of its parts, each aligned to its size: if the sizes
// differ, it has a gap in the middle or at the end.
#pragma once

#include <cstdint>
#include <vector>

#include "mpi/Predefined.h"
#include "semantics/layout/StridedRun.h"

namespace lockstep::semantics {

/// `count` runs of `elements` values, `stride` bytes apart; the values of a run are contiguous.
struct TypeBlock {
  std::int64_t displacement = 0;
  std::int64_t stride = 0;
  std::uint32_t count = 1;
  std::uint32_t elements = 1;
  mpi::PredefinedType basic{};
  friend bool operator==(const TypeBlock &, const TypeBlock &) = default;
};

const mpi::PredefinedTypeInfo &infoOf(mpi::PredefinedType type);

/// Distance between adjacent values of a predefined type.
std::uint64_t extentOf(const mpi::PredefinedTypeInfo &type);
/// Offset of the second part of a pair.
std::uint64_t secondOfPair(const mpi::PredefinedTypeInfo &pair);

/// Extends the first block by the second, if that continues it.
bool merge(TypeBlock &last, const TypeBlock &next);
/// Repeats the block, up to 2^30 times, in place; false if the result needs several blocks.
bool repeat(TypeBlock &block, std::int64_t count, std::int64_t stride);

/// Adds the bytes of the block, merged with the previous run if adjacent. False if they need too many runs.
bool addRuns(std::vector<StridedRun> &runs, const TypeBlock &block);

}  // namespace lockstep::semantics
