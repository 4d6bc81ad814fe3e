// What one-sided operations access: their local buffers from the call on, and the target's memory.
//
// The effect of an operation under a fence or start begins after the target's fence or post. That may not have happened
// yet when the origin has gone on: the effect then waits for it, the origin never does.
#pragma once

#include <deque>
#include <unordered_map>
#include <vector>

#include "engine/Context.h"
#include "engine/races/Races.h"
#include "engine/races/RmaState.h"

namespace lockstep::engine {

class RmaOperations {
 public:
  RmaOperations(Races &races, RmaState &state) : races_(races), state_(state) {}

  void begin(const Call &call, Context &context);
  /// The target has begun an epoch, or reported where its memory is.
  void retry(int target, Context &context);

 private:
  /// An operation whose target has not begun its epoch, or has not reported its window.
  struct Deferred {
    CallPtr call;
    BatchPtr batch;
    Stamp start;
    bool isPlaced = false;  // the target has reported its window
  };

  void findBuffers(const Call &call, const Context &context);
  void accessLocally(const Call &call, const RmaOperation &operation, Batch &batch, Context &context);
  bool accessTarget(const Call &call, const Batch &batch, const Stamp &start, Context &context);

  Races &races_;
  RmaState &state_;
  std::vector<LocalBuffer> buffers_;                        // of the operation at hand
  std::unordered_map<int, std::deque<Deferred>> deferred_;  // by target
};

/// With the user-level locks.
HeldLocks withSections(HeldLocks locks, std::span<const CriticalSectionPtr> sections);

}  // namespace lockstep::engine
