#include "runtime/OrderRecord.h"

#include <cerrno>
#include <cstring>

#include "runtime/Accesses.h"
#include "runtime/Thread.h"

namespace lockstep::runtime {

namespace {

void write(ThreadState &thread, trace::ThreadEvent event, std::uint64_t object) {
  const Busy busy(thread);
  if (!busy) return;  // a signal handler that posts to a semaphore
  if (OrderFold::isFromItself(event, object, thread.number)) return;
  publishAccesses(thread);
  if (thread.order.isKnown(event, object, thread.number, thread.committed)) return;
  auto *record = thread.reserve<trace::ThreadOrder>();
  record->object = object;
  record->event = event;
  memset(record->reserved, 0, sizeof record->reserved);
  thread.commit();
  thread.order.remember(event, object, thread.number, thread.committed);
}

}  // namespace

void writeThreadOrder(trace::ThreadEvent event, std::uint64_t object) {
  if (gProcess.off.load(std::memory_order_relaxed) || gProcess.directory < 0) return;
  const int error = errno;  // locks do not change it
  if (ThreadState *thread = thisThread()) write(*thread, event, object);
  errno = error;
}

}  // namespace lockstep::runtime
