// The requests of a call, and which of them are complete after it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "mpi/Routine.h"
#include "runtime/watch/Watch.h"

namespace lockstep::runtime {

/// The bits of the handle, or of an element of an array of handles, at a pointer argument.
std::int64_t handleAt(const mpi::RoutineInfo &row, int argument, std::int64_t pointer, std::size_t index = 0);

/// As they are before the call.
std::vector<std::int64_t> requestsOf(mpi::Routine routine, const std::int64_t *raw);

/// The memory of the variable, or the array, that the call reads requests from or stores them to; empty if there is
/// none.
Span requestVariables(mpi::Routine routine, const std::int64_t *raw);

/// The requests of `before` that a completing call has completed. For a failed call, only those that are certainly
/// gone.
std::vector<std::int64_t> completeOf(mpi::Routine routine, const std::int64_t *raw,
                                     const std::vector<std::int64_t> &before, bool succeeded);

}  // namespace lockstep::runtime
