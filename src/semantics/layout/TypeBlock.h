// A row of values of one predefined type, of which type maps consist, and where the bytes of such rows lie.
//
// A pair such as MPI_DOUBLE_INT lies in memory as the C struct of its parts, whose alignment is their size: it has a
// gap in the middle or at the end where its parts differ in size.
#pragma once

#include <cstdint>
#include <vector>

#include "mpi/Predefined.h"
#include "semantics/layout/StridedRun.h"

namespace lockstep::semantics {

/// `count` runs of `elements` values, `stride` bytes apart; the values of a run lie side by side.
struct TypeBlock {
  std::int64_t displacement = 0;
  std::int64_t stride = 0;
  std::uint32_t count = 1;
  std::uint32_t elements = 1;
  mpi::PredefinedType basic{};
  friend bool operator==(const TypeBlock &, const TypeBlock &) = default;
};

const mpi::PredefinedTypeInfo &infoOf(mpi::PredefinedType type);

/// How far apart values of a predefined type lie side by side.
std::uint64_t extentOf(const mpi::PredefinedTypeInfo &type);
/// Where the second part of a pair begins.
std::uint64_t secondOfPair(const mpi::PredefinedTypeInfo &pair);

/// Makes the first block hold both, if the second continues it.
bool merge(TypeBlock &last, const TypeBlock &next);
/// The block repeated up to 2^30 times, as one block; false where that takes several.
bool repeat(TypeBlock &block, std::int64_t count, std::int64_t stride);

/// Adds the bytes of the block, joined to the run before where that leaves no gap. False when they take too many runs.
bool addRuns(std::vector<StridedRun> &runs, const TypeBlock &block);

}  // namespace lockstep::semantics
