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

/// Something was left out that has to be known of an MPI call: the body that it stands in, locks that are held.
extern constinit thread_local bool tHasLeftOut __attribute__((tls_model("initial-exec")));
void writeLeftOut(ThreadState &thread);

/// That the process has come to rest, or something acts again: behind what the thread has on record.
void writeActivity(ThreadState &thread, trace::ThreadEvent event, std::uint64_t stirs);

void writeThreadOrder(trace::ThreadEvent event, std::uint64_t object);
/// In a process with several threads: where the call has requests may be used afresh, now or later. Before its Enter.
void writeRequestVariables(ThreadState &thread, mpi::Routine routine, const std::int64_t *raw);
void writeFreed(std::uintptr_t begin, std::uintptr_t end);

}  // namespace lockstep::runtime
