// What the stub and a recorder say to each other: the stub hands over the MPI library's entry points by routine number
// and the table to be filled, once.
#pragma once

#include <cstddef>

#include "runtime/HookTable.h"

namespace lockstep::runtime {

struct RecorderApi {
  std::size_t routineCount;
  /// `real` stays valid; entries of `table` that the recorder does not wrap are left as they are.
  void (*install)(void *const *real, void **table, const char *runDirectory);
  /// A copy of the hooks is there, and will go away. After install.
  void (*serve)(HookCopy *copy);
  void (*dismiss)(HookCopy *copy);
};

inline constexpr const char *kRecorderApiSymbol = "lockstepRecorder";

}  // namespace lockstep::runtime
