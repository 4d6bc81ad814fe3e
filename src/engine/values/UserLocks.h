// User-level locks: words that compare-and-swap changes from a free to a taken value, and only the taker changes back.
// See ValueEdges.h.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "engine/calls/Call.h"
#include "engine/values/WordSources.h"

namespace lockstep::engine {

/// What is read of a lock when one tries to take it, or sees it free.
bool givesNoOrder(const WordHistory &word, const WordRead &read, std::uint64_t value);

class UserLocks {
 public:
  /// A swap of the word has succeeded.
  void takeTurn(WordHistory &word, const WordWrite &swap);
  /// The call makes the write, which may release the lock.
  void release(const Call &call, const WordHistory &word, const WordWrite &write);
  void forget(const ProcessInfo &process) { held_.erase(&process); }

  /// Whether the call released a lock.
  bool givesLock(const Call &call) const { return lastGiving_ == &call; }
  /// The critical sections that the process is in.
  std::span<const CriticalSectionPtr> heldBy(const ProcessInfo &process) const;

 private:
  std::unordered_map<const ProcessInfo *, std::vector<CriticalSectionPtr>> held_;
  const Call *lastGiving_ = nullptr;
};

}  // namespace lockstep::engine
