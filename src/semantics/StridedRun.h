// Pieces of memory at a constant distance, as vectors and columns are, and whether two such rows touch each other.
//
// The answer is exact, however many pieces there are. Rows of one stride are compared at once. Else the pieces of one
// are looked at modulo the stride of the other: the first that falls into a given range of remainders is found as in
// Euclid's algorithm, in as many steps as the stride has digits.
#pragma once

#include <cstdint>

namespace lockstep::semantics {

/// `count` pieces of `length` bytes, `stride` bytes apart.
struct StridedRun {
  std::int64_t offset = 0;
  std::uint64_t length = 0;
  std::int64_t stride = 0;
  std::uint64_t count = 1;
  friend bool operator==(const StridedRun &, const StridedRun &) = default;
};

/// `base + index * step`, modulo the address space.
constexpr std::int64_t moved(std::int64_t base, std::uint64_t index, std::int64_t step) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(base) + index * static_cast<std::uint64_t>(step));
}

/// The run with its first piece in front, and as one piece where its pieces touch or overlap each other.
StridedRun normalized(StridedRun run);

/// Where a normalized run ends.
constexpr std::uint64_t endOf(const StridedRun &run) {
  return static_cast<std::uint64_t>(run.offset) + (run.count - 1) * static_cast<std::uint64_t>(run.stride) + run.length;
}

/// Whether the two have a byte in common.
bool overlap(const StridedRun &first, const StridedRun &second);

}  // namespace lockstep::semantics
