// The call stacks of MPI calls. A thread usually writes a stack once, and its calls refer to it by number. Frames in
// system libraries are omitted.
//
// Unwinding takes microseconds, so by default it is done for the first calls of a site only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "runtime/sites/SiteCache.h"

namespace lockstep::runtime {

struct ThreadState;

extern std::uint32_t gWalkedCalls;  // per site

class StackCache {
 public:
  /// The number of the call stack at this site; 0: not unwound, or no callers.
  std::uint32_t find(ThreadState &thread, SiteEntry &place) {
    return place.walked < gWalkedCalls ? walk(thread, place) : 0;
  }

 private:
  std::uint32_t walk(ThreadState &thread, SiteEntry &place);

  struct Known {
    std::uint64_t hash = 0;
    std::uint32_t number = 0;
  };
  static constexpr std::size_t kSize = 1024;
  Known known_[kSize];
};

/// Which calls are unwound: all, the first of each site, or none.
inline bool isStacksWord(std::string_view which) { return which == "full" || which == "rare" || which == "none"; }
/// By such a word; the first of each site if it is invalid.
void chooseStacks(std::string_view which);

}  // namespace lockstep::runtime
