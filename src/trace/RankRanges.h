// Lists of world ranks as runs (first, stride, count). The list {0, 2, 4, …} of any length is one run, and any two
// ranks are one, so a list needs at most half as many runs as it has members. The encoding of a list is unique: equal
// lists have equal runs. No allocation: the recorder uses it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "trace/Record.h"

namespace lockstep::trace {

/// Takes ranks one by one and gives each run to `emit(const RankRange &)` when it is complete.
template <class Emit>
class RangeEncoder {
 public:
  explicit RangeEncoder(Emit emit) : emit_(emit) {}

  void add(std::uint32_t rank) {
    if (run_.count == 1 && canPair(run_.first, rank)) {
      run_.stride = static_cast<std::int32_t>(rank - run_.first);
      run_.count = 2;
    } else if (run_.count >= 2 && rank == run_.first + static_cast<std::uint32_t>(run_.stride) * run_.count &&
               canPair(run_.first, rank)) {
      ++run_.count;
    } else {
      finish();
      run_ = {rank, 0, 1};
    }
  }

  /// Gives out the last run.
  void finish() {
    if (run_.count != 0) emit_(run_);
    run_ = {};
  }

 private:
  /// Ranks outside the world only run with their like.
  static bool canPair(std::uint32_t a, std::uint32_t b) { return (a == kOutsideWorld) == (b == kOutsideWorld); }

  Emit emit_;
  RankRange run_{};
};

/// Encodes as many leading runs of `ranks` as `out` holds; a caller that cannot have more splits the list there.
struct EncodedRanks {
  std::size_t ranges = 0;  // written to `out`
  std::size_t ranks = 0;   // number of ranks in them
};
inline EncodedRanks encodeRanks(std::span<const std::uint32_t> ranks, std::span<RankRange> out) {
  EncodedRanks done;
  RangeEncoder encoder([&](const RankRange &run) {
    if (done.ranges == out.size()) return;
    out[done.ranges++] = run;
    done.ranks += run.count;
  });
  for (std::size_t i = 0; i < ranks.size() && done.ranges < out.size(); ++i) encoder.add(ranks[i]);
  encoder.finish();
  return done;
}

inline std::size_t countRanks(std::span<const RankRange> ranges) {
  std::size_t count = 0;
  for (const RankRange &range : ranges) count += range.count;
  return count;
}

inline std::uint32_t rankIn(const RankRange &range, std::uint32_t index) {
  return range.first + static_cast<std::uint32_t>(range.stride) * index;
}

/// Calls `visit(rank)` for every member, in order.
template <class Visit>
void forEachRank(std::span<const RankRange> ranges, Visit visit) {
  for (const RankRange &range : ranges)
    for (std::uint32_t i = 0; i < range.count; ++i) visit(rankIn(range, i));
}

}  // namespace lockstep::trace
