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
};

/// Whether the two have a byte in common.
bool overlap(const StridedRun &first, const StridedRun &second);

}  // namespace lockstep::semantics
