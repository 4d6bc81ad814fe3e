// Pieces of memory at a constant distance, as in vectors and matrix columns, and whether two such runs overlap.
//
// The answer is exact for any number of pieces. Runs of equal stride are compared directly. Otherwise the pieces of one
// run are taken modulo the stride of the other; the first piece in a given range of remainders is found as in Euclid's
// algorithm, with as many steps as the stride has digits.
#pragma once

#include <cstdint>
#include <span>

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

/// The run with its lowest piece first, and merged into one piece if its pieces are adjacent or overlap.
StridedRun normalized(StridedRun run);

/// End of a normalized run.
constexpr std::uint64_t endOf(const StridedRun &run) {
  return static_cast<std::uint64_t>(run.offset) + (run.count - 1) * static_cast<std::uint64_t>(run.stride) + run.length;
}

/// Calls `visit(run)` for runs that together are `count` copies of a layout, `extent` bytes apart, in any order;
/// `visit` returns false to stop. A million copies are again a few runs.
template <class Visit>
void forEachRun(std::span<const StridedRun> layout, std::int64_t extent, std::uint64_t count, Visit visit) {
  if (count == 0) return;
  for (const StridedRun &run : layout) {
    const auto step = static_cast<std::uint64_t>(extent);
    const bool tiles = static_cast<std::uint64_t>(run.stride) * run.count == step;
    if (run.count == 1 && run.length == step) {
      if (!visit(StridedRun{run.offset, run.length * count, 0, 1})) return;
    } else if (run.count == 1 || tiles) {
      if (!visit(StridedRun{run.offset, run.length, tiles ? run.stride : extent, count * run.count})) return;
    } else if (count <= run.count) {
      for (std::uint64_t i = 0; i < count; ++i)
        if (!visit(StridedRun{moved(run.offset, i, extent), run.length, run.stride, run.count})) return;
    } else {
      for (std::uint64_t i = 0; i < run.count; ++i)
        if (!visit(StridedRun{moved(run.offset, i, run.stride), run.length, extent, count})) return;
    }
  }
}

/// Whether the two have a byte in common.
bool overlap(const StridedRun &first, const StridedRun &second);

}  // namespace lockstep::semantics
