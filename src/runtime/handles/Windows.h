// Writes the definition of a new window: the memory that this process exposes, and for a shared window the addresses of
// all members' memory in this process.
#pragma once

#include <mpi.h>

#include <cstdint>

#include "mpi/Routine.h"
#include "runtime/watch/BufferSpans.h"

namespace lockstep::runtime {

struct HandleChange;
struct ThreadState;

/// Which accumulates stay in order (trace::kReadAfterRead and so on) by the info that a window is made with, whether or
/// not the library makes use of it.
std::uint8_t accumulateOrder(MPI_Info info);

/// Returns the window's id, which is never 0.
std::int64_t defineWindow(ThreadState &thread, mpi::Routine routine, const std::int64_t *raw, MPI_Win window,
                          const HandleChange &change);

/// The memory of the window that the call has made, in this process; of a shared one that of all its members.
SpanList windowMemory(const mpi::RoutineInfo &row, const std::int64_t *raw, MPI_Win window);

}  // namespace lockstep::runtime
