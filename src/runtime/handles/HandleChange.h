// Tracks the calls that create and free handles: assigns an id to a new handle and writes its definition, removes a
// freed one. A handle is removed before the call that frees it, because afterwards another thread may already have got
// the same bits for a new one.
#pragma once

#include <cstdint>

#include "mpi/Routine.h"
#include "runtime/plans/CallPlan.h"

namespace lockstep::runtime {

struct ThreadState;

/// The effect of a call on handles, saved before the call and applied after it.
struct HandleChange {
  std::int64_t parent = 0;     // id of the communicator on which the call creates something
  std::uint64_t index = 0;     // number among its kind on that communicator
  std::int64_t freedBits = 0;  // the handle that the call frees
  std::int64_t freedId = 0;
  mpi::Element freedKind{};
  std::uint8_t accumulateOrder = 0;  // of a window, read before the call: MPICH splits the text in the info
};

// Both of these are called only for routines whose plan says that they change handles.

HandleChange beforeChange(mpi::Routine routine, const std::int64_t *raw);
void afterChange(ThreadState &thread, mpi::Routine routine, const std::int64_t *raw, const HandleChange &change,
                 bool succeeded);

}  // namespace lockstep::runtime
