// The effect of a call on epochs (mpi/Epochs.h), with its assertions and the flag that it returned.
#pragma once

#include "engine/calls/Call.h"
#include "mpi/Epochs.h"

namespace lockstep::engine {

inline bool hasAssertion(const Call &call, std::int64_t assertion) {
  return (call.argument(mpi::Role::Assertion).value_or(0) & assertion) != 0;
}

inline mpi::Synchronization synchronization(const Call &call) {
  return mpi::synchronization(call.routine->effect, call.argument(mpi::Role::Assertion).value_or(0));
}

/// For a call that has returned: an unsuccessful test closes nothing.
inline mpi::Synchronization synchronization(const Call &call, const Result &result) {
  mpi::Synchronization sync = synchronization(call);
  if (sync.isTest && written(call, result, mpi::Role::Flag).value_or(0) == 0) sync.closes = false;
  return sync;
}

}  // namespace lockstep::engine
