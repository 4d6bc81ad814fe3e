#include "runtime/OrderRecord.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include "runtime/Accesses.h"
#include "runtime/Thread.h"
#include "runtime/order/Object.h"

namespace lockstep::runtime {

constinit thread_local std::uint64_t tBegun __attribute__((tls_model("initial-exec"))) = 0;

namespace {

using trace::ThreadEvent;

void write(trace::StreamWriter &writer, ThreadEvent event, std::uint64_t object) {
  auto *record = writer.reserve<trace::ThreadOrder>();
  record->object = object;
  record->event = event;
  memset(record->reserved, 0, sizeof record->reserved);
}

void write(ThreadState &thread, ThreadEvent event, std::uint64_t object) {
  const Busy busy(thread);
  if (!busy) return;  // a signal handler that posts to a semaphore
  if (OrderFold::isFromItself(event, object, thread.number)) return;
  publishAccesses(thread);
  if (thread.order.isKnown(event, object, thread.number, thread.committed)) return;
  if (tBegun != 0) writeBegin(thread);
  write(thread.writer, event, object);
  thread.commit();
  thread.order.remember(event, object, thread.number, thread.committed);
}

/// The creator of a thread that joins it, and the thread that opens and closes a region, know what these have begun
/// with.
bool isEnd(ThreadEvent event, std::uint64_t object) {
  return (event == ThreadEvent::End && isTeamEnd(object)) ||
         (event == ThreadEvent::Release && familyOf(object) == Family::Thread);
}

/// Not for tasks: they have ends of several kinds.
bool mayWait(ThreadEvent event, std::uint64_t object) {
  return event == ThreadEvent::Begin && familyOf(object) != Family::Task;
}

void publishOwn() {
  if (tThread == nullptr) return;
  if (const Busy busy(*tThread); busy) publishAccesses(*tThread);
}

void begin(std::uint64_t object) {
  publishOwn();
  if (tBegun != 0)
    if (ThreadState *thread = thisThread()) writeBegin(*thread);
  tBegun = object;
}

/// Nothing is on record since the thread has begun.
bool endsUnseen() {
  if (tBegun == 0) return false;
  publishOwn();
  return std::exchange(tBegun, 0) != 0;
}

}  // namespace

void writeBegin(ThreadState &thread) {
  write(thread.writer, ThreadEvent::Begin, std::exchange(tBegun, 0));
  thread.commit();
}

void writeThreadOrder(ThreadEvent event, std::uint64_t object) {
  if (gProcess.off.load(std::memory_order_relaxed) || gProcess.directory < 0) return;
  const int error = errno;  // locks do not change it
  if (mayWait(event, object)) {
    begin(object);
  } else if (!isEnd(event, object) || !endsUnseen()) {
    if (ThreadState *thread = thisThread()) write(*thread, event, object);
  }
  errno = error;
}

}  // namespace lockstep::runtime
