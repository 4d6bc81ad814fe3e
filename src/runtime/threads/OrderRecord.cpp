#include "runtime/threads/OrderRecord.h"

#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <utility>

#include "runtime/accesses/Accesses.h"
#include "runtime/handles/RequestHandles.h"
#include "runtime/order/Object.h"
#include "runtime/recorder/Thread.h"
#include "runtime/watch/InFlight.h"
#include "runtime/watch/MemoryRecord.h"
#include "runtime/watch/Watch.h"

namespace lockstep::runtime {

constinit thread_local std::uint64_t tBegun __attribute__((tls_model("initial-exec"))) = 0;
constinit thread_local bool tHasLeftOut __attribute__((tls_model("initial-exec"))) = false;

namespace {

using trace::ThreadEvent;

void put(ThreadState &thread, ThreadEvent event, std::uint64_t object) {
  auto *record = thread.reserve<trace::ThreadOrder>();
  record->object = object;
  record->event = event;
  memset(record->reserved, 0, sizeof record->reserved);
  thread.commit();
}

/// The body that the thread runs, if nothing in it was worth to be recorded until now.
constinit thread_local bool tIsInUnseenBody = false;
constinit thread_local std::uint64_t tUnseenBody = 0;

/// Whether the absence of instrumented code was recorded.
constinit std::atomic<bool> gIsBlindTold{false};

void writeBody(ThreadState &thread) {
  if (std::exchange(tIsInUnseenBody, false)) put(thread, ThreadEvent::WorkBegin, tUnseenBody);
}

/// Marks a region with one member in tBegun.
constexpr std::uint64_t kAlone = std::uint64_t{1} << 63;

bool isActivity(ThreadEvent event) { return event == ThreadEvent::Rest || event == ThreadEvent::Stir; }

void write(ThreadState &thread, ThreadEvent event, std::uint64_t object) {
  const Busy busy(thread);
  if (!busy) return;  // a signal handler that posts to a semaphore
  if (!isWatching() && !gIsBlindTold.load(std::memory_order_relaxed) && !gIsBlindTold.exchange(true))
    put(thread, ThreadEvent::Blind, 0);
  if (isActivity(event)) return writeActivity(thread, event, object);
  const std::uint32_t who = thread.isInTask ? OrderFold::kNobody : thread.number;
  if (thread.order.isFromItself(event, object, who)) {
    tHasLeftOut = true;
    return;
  }
  publishAccesses(thread);
  if (thread.order.isKnown(event, object, who, thread.committed)) return;
  writeBody(thread);
  put(thread, event, object);
  if (event == ThreadEvent::Switch)
    thread.isInTask = object != 0;
  else
    thread.order.remember(event, object, who, thread.committed);
}

/// The creator of a thread that joins it, and the thread that opens and closes a region, know the events before their
/// begin.
bool isEnd(ThreadEvent event, std::uint64_t object) {
  return event == ThreadEvent::End && (isTeamEnd(object) || familyOf(object) == Family::Thread);
}

/// Not for tasks: they have ends of several kinds.
bool mayWait(ThreadEvent event, std::uint64_t object) {
  const bool isBegin = event == ThreadEvent::Begin || event == ThreadEvent::BeginAlone;
  return isBegin && familyOf(object) != Family::Task;
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

/// Of the calling thread, which ends: the next one may get it.
void freeStack() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  void *end = nullptr;
  std::size_t bytes = 0;
  if (pthread_attr_getstack(&attributes, &end, &bytes) == 0)
    writeFreed(reinterpret_cast<std::uintptr_t>(end), reinterpret_cast<std::uintptr_t>(end) + bytes);
  pthread_attr_destroy(&attributes);
}

/// Nothing is on record since the thread has begun.
bool endsUnseen() {
  if (tBegun == 0) return false;
  publishOwn();
  return std::exchange(tBegun, 0) != 0;
}

}  // namespace

void writeBegin(ThreadState &thread) {
  const std::uint64_t begun = std::exchange(tBegun, 0);
  put(thread, (begun & kAlone) != 0 ? ThreadEvent::BeginAlone : ThreadEvent::Begin, begun & ~kAlone);
}

void writeLeftOut(ThreadState &thread) {
  tHasLeftOut = false;
  writeBody(thread);
  thread.order.forEachLeftOut([&](std::uint64_t lock) { put(thread, ThreadEvent::Acquire, lock); });
}

namespace {

/// A body in which nothing is recorded is not, either.
void beginBody(std::uint64_t object) {
  if (tThread != nullptr) tThread->order.changeBody();
  if (tIsInUnseenBody)
    if (ThreadState *thread = thisThread())
      if (const Busy busy(*thread); busy) {
        publishAccesses(*thread);
        writeBody(*thread);
      }
  tIsInUnseenBody = tHasLeftOut = true;
  tUnseenBody = object;
}

void endBody() {
  if (tThread != nullptr) tThread->order.changeBody();
  if (std::exchange(tIsInUnseenBody, false) || tThread == nullptr) return;
  const Busy busy(*tThread);
  if (!busy) return;
  publishAccesses(*tThread);
  put(*tThread, ThreadEvent::WorkEnd, 0);
}

}  // namespace

void writeActivity(ThreadState &thread, ThreadEvent event, std::uint64_t stirs) { put(thread, event, stirs); }

void writeThreadOrder(ThreadEvent event, std::uint64_t object) {
  if (gProcess.off.load(std::memory_order_relaxed) || gProcess.directory < 0) return;
  const int error = errno;  // locks do not change it
  if (event == ThreadEvent::Fork && familyOf(object) != Family::Task) expectUses();
  if (mayWait(event, object)) {
    begin(event == ThreadEvent::BeginAlone ? object | kAlone : object);
  } else if (event == ThreadEvent::WorkBegin) {
    beginBody(object);
  } else if (event == ThreadEvent::WorkEnd) {
    endBody();
  } else if (!isEnd(event, object) || !endsUnseen()) {
    if (event == ThreadEvent::End && familyOf(object) == Family::Thread) freeStack();
    if (ThreadState *thread = thisThread()) write(*thread, event, object);
  }
  errno = error;
}

namespace {

void putFreed(ThreadState &thread, const Span &memory) {
  auto *record = thread.reserve<trace::Freed>();
  record->address = memory.begin;
  record->bytes = memory.end - memory.begin;
  thread.commit();
}

}  // namespace

void writeRequestVariables(ThreadState &thread, mpi::Routine routine, const std::int64_t *raw) {
  const ObjectsApi *objects = knownObjects();
  const Span variables = objects != nullptr ? requestVariables(routine, raw) : Span{};
  if (variables.isEmpty()) return;
  if (objects->isOfTaskAlone(variables.begin))
    putFreed(thread, variables);
  else
    objects->keepRequests(variables.begin, variables.end - variables.begin);
}

void writeFreed(std::uintptr_t begin, std::uintptr_t end) {
  if (gProcess.off.load(std::memory_order_relaxed) || gProcess.directory < 0) return;
  ThreadState *thread = thisThread();
  if (thread == nullptr) return;
  const Busy busy(*thread);
  if (!busy) return;
  publishAccesses(*thread);
  putFreed(*thread, {begin, end});
}

}  // namespace lockstep::runtime
