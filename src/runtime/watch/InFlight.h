// Which memory MPI owns or exposes, kept watched: windows for their lifetime, the buffers of one-sided operations until
// a call completes them at the origin, those of nonblocking and started persistent operations until their request is
// complete, those of blocking calls while they run if other threads could access them. While other threads may run,
// buffers stay watched after the completion, since accesses of these threads may come later and unordered; and from the
// creation of threads on, small objects that may be passed to calls are watched, since threads may access them first.
// Accesses of threads to larger objects before the first operation are not seen. Releasing a buffer late is allowed,
// early never: only after the completing call has returned, and if a handle is ambiguous, only when all its operations
// are complete.
//
// Without instrumented code in the process nothing is watched.
#pragma once

#include <cstdint>
#include <vector>

#include "mpi/Routine.h"
#include "runtime/watch/BufferSpans.h"

namespace lockstep::runtime {

/// The effect of a call on watched memory, saved before the call and applied after it.
struct InFlightChange {
  bool concerns = false;  // anything at all
  SpanList spans;
  std::vector<std::int64_t> handles;  // of requests, or the window that is freed, as they are before the call
};

InFlightChange beforeCall(mpi::Routine routine, const std::int64_t *raw);
void afterCall(mpi::Routine routine, const std::int64_t *raw, InFlightChange &change, bool succeeded);

/// The calling thread is about to create others: potential shared buffers are watched.
void expectUses();

/// Whether a window may expose memory that is watched. False only where it is surely a buffer.
bool mayBeInWindow(const Span &span);

}  // namespace lockstep::runtime
