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

/// Which accumulates stay ordered (trace::kReadAfterRead and so on) according to the window's info, whether or not the
/// library uses it.
std::uint8_t accumulateOrder(MPI_Info info);

/// Returns the window's id, which is never 0.
std::int64_t defineWindow(ThreadState &thread, mpi::Routine routine, const std::int64_t *raw, MPI_Win window,
                          const HandleChange &change);

/// This process's memory in the window created by the call; for a shared window that of all its members.
SpanList windowMemory(const mpi::RoutineInfo &row, const std::int64_t *raw, MPI_Win window);

}  // namespace lockstep::runtime
