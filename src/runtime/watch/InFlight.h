// Which memory MPI owns or exposes, kept watched: windows for their lifetime, the buffers of one-sided operations until
// a call completes them at the origin, those of nonblocking and started persistent operations until their request is
// complete, those of blocking calls as long as these run while other threads could get at them. Where there are other
// threads that may act, buffers stay watched behind the completion until none does, since these may come later and
// without order; and from the creation of the threads on small objects of the program are watched that calls may be
// given, since the threads may come to them first. What threads do to larger ones before the first operation is not
// seen. Released late is allowed, early never: only once the completing call has returned, and where a handle does not
// tell which operation it stands for, only when all of its kind are complete.
//
// Without instrumented code in the process nothing is kept.
#pragma once

#include <cstdint>
#include <vector>

#include "mpi/Routine.h"
#include "runtime/watch/BufferSpans.h"

namespace lockstep::runtime {

/// What a call is about to do to what is watched, taken down before it and carried out after it.
struct InFlightChange {
  bool concerns = false;  // anything at all
  SpanList spans;
  std::vector<std::int64_t> handles;  // of requests, or the window that is freed, as they are before the call
};

InFlightChange beforeCall(mpi::Routine routine, const std::int64_t *raw);
void afterCall(mpi::Routine routine, const std::int64_t *raw, InFlightChange &change, bool succeeded);

/// The calling thread is about to create others: what they may share as buffers is watched.
void expectUses();

/// Whether a window may expose memory that is watched. False only where it is surely a buffer.
bool mayBeInWindow(const Span &span);

}  // namespace lockstep::runtime
