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

/// Records an event; a release must be reported before another thread can acquire it, and an acquire after that.
inline void tell(ThreadEvent event, std::uint64_t object) {
  if (const OrderWriter write = gOrderWriter.load(std::memory_order_relaxed)) write(event, object);
}

/// From now on the calling thread executes the task with this object, 0: its own code. Returns the previous one.
std::uint64_t switchStrand(std::uint64_t task);

/// Records that the next owner of this memory is unrelated to the previous one.
inline void tellFreed(const void *begin, const void *end) {
  if (!isOrderRecorded() || begin >= end) return;
  if (const FreedWriter write = gFreedWriter.load(std::memory_order_relaxed))
    write(reinterpret_cast<std::uintptr_t>(begin), reinterpret_cast<std::uintptr_t>(end));
}
/// The same for the calling thread's stack beyond this frame of one of our functions.
void tellStackFreed(const void *frame);

/// The run is recorded, or will be.
bool isRunRecorded();
/// The program is about to have more than one thread.
void expectThreads();
/// The recorder is loaded.
void recordOrder(OrderWriter writer, FreedWriter freed);
/// To be called before the recorder prepares for the end of threads: ours comes first then.
void prepareThreadEnds();

}  // namespace lockstep::runtime
