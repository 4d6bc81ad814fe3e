// Ranges, and accesses of odd sizes, as runs, each noted once. A run that goes on where the last one of its site ended
// is joined to it; when it has come to its end and was there before, in an earlier round of a loop say, it is
// forgotten.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/Run.h"

namespace lockstep::runtime {

class RunSet {
 public:
  bool isEmpty() const { return !isUsed_; }

  /// False when there is no room.
  bool add(const Run &run);

  /// Hands out what was noted and forgets it.
  template <class Take>
  void drain(const Take &take) {
    if (!isUsed_) return;
    for (Run &run : open_) {
      if (run.count > 0 && !finish(run)) take(run);
      run.count = 0;
    }
    for (std::size_t i = 0; i < count_; ++i) {
      take(runs_[order_[i]]);
      runs_[order_[i]].count = 0;
    }
    count_ = 0;
    isUsed_ = false;
  }

  void free();

 private:
  static constexpr std::size_t kSlots = 8192;
  static constexpr std::size_t kMost = 6000;
  static constexpr std::size_t kOpen = 16;

  bool finish(const Run &run);

  bool isUsed_ = false;
  std::size_t count_ = 0;
  Run *runs_ = nullptr;  // by hash; count 0: free
  std::uint16_t *order_ = nullptr;
  Run open_[kOpen] = {};  // the last run of some sites, which may go on
};

}  // namespace lockstep::runtime
