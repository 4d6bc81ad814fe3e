// Pairs of accesses that only a lock excludes from being a race. They become one if an access outlives its lock: the
// buffer of an operation or of a call may still be in use when a window lock is released, and anything pending when a
// user-level lock is. The effect of an operation at its target is complete before its window lock is released.
#pragma once

#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/races/Races.h"

namespace lockstep::engine {

class ExcludedRaces {
 public:
  using Sink = std::function<void(const Race &)>;
  explicit ExcludedRaces(Sink found) : found_(std::move(found)) {}

  void add(const Race &race);
  /// The process has released a window lock.
  void releaseLock(const ProcessInfo &process);
  /// The process has released a user-level lock.
  void releaseUserLock(const ProcessInfo &process);
  void forget(const ProcessInfo &process);

 private:
  using Kept = std::vector<KeptRace>;
  static constexpr std::size_t kMostKept = 4096;

  void addByWindowLock(const Race &race);
  void addByUserLock(const Race &race);

  Sink found_;
  std::unordered_map<const ProcessInfo *, Kept> byUserLock_;    // by the process of the newer access
  std::unordered_map<const ProcessInfo *, Kept> byWindowLock_;  // by the process of an access that is not complete
};

}  // namespace lockstep::engine
