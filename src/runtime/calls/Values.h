// The values of small one-sided operations: origin values are recorded before the call, fetched values when a call
// completes the operation at the origin. The engine derives from them which rank has observed whose flag, ticket or
// counter.
#pragma once

#include <cstdint>
#include <vector>

#include "mpi/Routine.h"

namespace lockstep::runtime {

struct ThreadState;

// Both of these are called only for routines whose plan says so.

/// Before the Enter: what the origin and the compare buffer hold.
void writeGivenValues(ThreadState &thread, mpi::Routine routine, const std::int64_t *raw);

/// Before the Leave: remembers what a call will fetch, and writes the values fetched by operations that it completed.
/// `requests`: those of the call, as they were before it.
void writeFetchedValues(ThreadState &thread, mpi::Routine routine, const std::int64_t *raw,
                        const std::vector<std::int64_t> &requests, bool succeeded);

/// Whether the completion of some request brings a value.
bool awaitsValues();

}  // namespace lockstep::runtime
