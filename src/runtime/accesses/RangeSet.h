// Ranges, and accesses of odd sizes, as runs, each noted once. Adjacent accesses are merged into one piece, so that the
// rows of a block form a run: pieces of the length of a row, at the distance of the rows. A run that continues where
// the last one of its site ended, or begins where that began, is joined to it; a complete run that was noted before,
// for example in an earlier iteration of a loop, is dropped.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "runtime/accesses/Run.h"

namespace lockstep::runtime {

/// The same bytes in as few pieces as there are.
inline Run inPieces(const Run &run) {
  if (run.stride > run.bytes || run.count == 1) return run;
  const std::uint64_t bytes = run.stride * (run.count - 1) + run.bytes;
  return {run.site, run.address, bytes, 1, bytes, run.touch};
}

class RangeSet {
 public:
  bool isEmpty() const { return openSites_ == 0 && count_ == 0; }

  /// Whether all of it is recorded; false proves nothing.
  bool has(const Run &run) const;

  /// False if there is no room.
  bool add(const Run &run);

  /// Passes the recorded ranges on and clears them.
  template <class Take>
  void drain(const Take &take) {
    for (; openSites_ != 0; openSites_ &= openSites_ - 1) {
      Run &run = open_[std::countr_zero(openSites_)];
      const Run whole = inPieces(run);
      if (!finish(whole)) take(whole);
      run.count = 0;
    }
    for (std::size_t i = 0; i < count_; ++i) {
      take(runs_[order_[i]]);
      runs_[order_[i]].count = 0;
    }
    count_ = 0;
  }

  void free();

 private:
  static constexpr std::size_t kSlots = 8192;
  static constexpr std::size_t kMost = 6000;
  static constexpr std::size_t kOpen = 64;

  static std::size_t openOf(std::uintptr_t site) { return (site >> 2 ^ site >> 8) % kOpen; }
  bool finish(const Run &run);

  std::uint64_t openSites_ = 0;  // a bit for each used one of `open_`
  std::size_t count_ = 0;
  Run *runs_ = nullptr;  // by hash; count 0: free
  std::uint16_t *order_ = nullptr;
  Run open_[kOpen] = {};  // the last run of some sites, which may be continued
};

}  // namespace lockstep::runtime
