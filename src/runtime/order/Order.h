// Order between the threads of the process, as the stub sees it: the wrappers of pthreads and OpenMP report events
// here, and the recorder writes them.
//
// Until the recorder is loaded (by the first MPI call) and the program has a second thread, an event costs one load.
// Nothing is lost by that: order only matters between two recorded events, MPI calls or accesses, and every step of a
// chain between them comes after the first one, when the recorder is loaded. With a single thread, program order is the
// only order, and a later thread inherits it at its creation. For the same reason recording is never switched off
// again: a chain may lead through a phase in which nothing else is recorded.
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/order/Object.h"
#include "trace/Record.h"

namespace lockstep::runtime {

using trace::ThreadEvent;
using OrderWriter = void (*)(ThreadEvent event, std::uint64_t object);

using FreedWriter = void (*)(std::uintptr_t begin, std::uintptr_t end);

extern std::atomic<OrderWriter> gOrderWriter;
extern std::atomic<FreedWriter> gFreedWriter;

inline bool isOrderRecorded() { return gOrderWriter.load(std::memory_order_relaxed) != nullptr; }

/// Records an event; what it hands over must be told before another thread can receive it, and received after that.
inline void tell(ThreadEvent event, std::uint64_t object) {
  if (const OrderWriter write = gOrderWriter.load(std::memory_order_relaxed)) write(event, object);
}

/// What the calling thread does from now on belongs to the task that this object is, 0: to the thread itself. Returns
/// what it belonged to.
std::uint64_t switchStrand(std::uint64_t task);

/// Records that whoever uses this memory next gets it afresh.
inline void tellFreed(const void *begin, const void *end) {
  if (!isOrderRecorded() || begin >= end) return;
  if (const FreedWriter write = gFreedWriter.load(std::memory_order_relaxed))
    write(reinterpret_cast<std::uintptr_t>(begin), reinterpret_cast<std::uintptr_t>(end));
}
/// The same for the stack of the calling thread, as far as it lies beyond this frame of one of ours.
void tellStackFreed(const void *frame);

/// The run is recorded, or will be.
bool isRunRecorded();
/// The program is about to have more than one thread.
void expectThreads();
/// The recorder is there.
void recordOrder(OrderWriter writer, FreedWriter freed);
/// To be called before the recorder prepares for the end of threads: ours comes first then.
void prepareThreadEnds();

}  // namespace lockstep::runtime
