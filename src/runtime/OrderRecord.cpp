#include "runtime/OrderRecord.h"

#include <cerrno>
#include <cstring>

#include "runtime/Accesses.h"
#include "runtime/Thread.h"

namespace lockstep::runtime {

void writeThreadOrder(trace::ThreadEvent event, std::uint64_t object) {
  if (gProcess.off.load(std::memory_order_relaxed) || gProcess.directory < 0) return;
  const int error = errno;  // locks do not change it
  if (ThreadState *thread = thisThread()) {
    publishAccesses(*thread);
    auto *record = thread->reserve<trace::ThreadOrder>();
    record->object = object;
    record->event = event;
    memset(record->reserved, 0, sizeof record->reserved);
    thread->commit();
  }
  errno = error;
}

}  // namespace lockstep::runtime
