// Writes down what the stub tells about the order between threads (see order/Order.h).
//
// That a thread or a region of OpenMP has begun is written with the first record behind it. When it ends without one,
// it has handed over nothing that its end would have to tell: neither is written, and threads that never have anything
// on record make no stream.
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
