// Records the thread order that the stub reports (see order/Order.h).
//
// The start of a thread or OpenMP region is written with its first record. If it ends without one, there is nothing
// that its end would have to order: neither is written, and threads without records create no stream.
#pragma once

#include <cstdint>

#include "mpi/Routine.h"
#include "trace/Record.h"

namespace lockstep::runtime {

struct ThreadState;

/// Dropped events matter to an MPI call: the body that contains it, or held locks.
extern constinit thread_local bool tHasLeftOut __attribute__((tls_model("initial-exec")));
void writeLeftOut(ThreadState &thread);

/// Records that the process is quiescent, or has a runnable thread again: after the thread's earlier records.
void writeActivity(ThreadState &thread, trace::ThreadEvent event, std::uint64_t stirs);

void writeThreadOrder(trace::ThreadEvent event, std::uint64_t object);
/// In a process with several threads: where the call has requests may be used afresh, now or later. Before its Enter.
void writeRequestVariables(ThreadState &thread, mpi::Routine routine, const std::int64_t *raw);
void writeFreed(std::uintptr_t begin, std::uintptr_t end);

}  // namespace lockstep::runtime
