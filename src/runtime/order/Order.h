// Order between the threads of the process, as the stub sees it: the wrappers of pthreads and OpenMP tell here what
// happened, and the recorder writes it down.
//
// Until there is a recorder (the first MPI call brings it) and a second thread of the program's own, an event costs one
// load. Nothing is lost by that. An order only matters between two things on record, MPI calls or accesses, and every
// step of a chain that leads from one to the other comes after the first of them: after the recorder was there. While
// there is one thread, its program order is all the order there is, and what comes to a later thread from it comes with
// that thread's creation. So it is never switched off again either: a chain may lead through a time in which nothing
// else is on record.
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/order/Object.h"
#include "trace/Record.h"

namespace lockstep::runtime {

using trace::ThreadEvent;
using OrderWriter = void (*)(ThreadEvent event, std::uint64_t object);

extern std::atomic<OrderWriter> gOrderWriter;

inline bool isOrderRecorded() { return gOrderWriter.load(std::memory_order_relaxed) != nullptr; }

/// Records an event; what it hands over must be told before another thread can receive it, and received after that.
inline void tell(ThreadEvent event, std::uint64_t object) {
  if (const OrderWriter write = gOrderWriter.load(std::memory_order_relaxed)) write(event, object);
}

/// The run is recorded, or will be.
bool isRunRecorded();
/// The program is about to have more than one thread.
void expectThreads();
/// The recorder is there.
void recordOrder(OrderWriter writer);
/// To be called before the recorder prepares for the end of threads: ours comes first then.
void prepareThreadEnds();

}  // namespace lockstep::runtime
