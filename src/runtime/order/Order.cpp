#include "runtime/order/Order.h"

#include <pthread.h>

#include <cstdlib>
#include <utility>

#include "runtime/order/RunnableThreads.h"

namespace lockstep::runtime {

constinit std::atomic<OrderWriter> gOrderWriter{nullptr};
constinit std::atomic<FreedWriter> gFreedWriter{nullptr};

namespace {

constinit std::atomic<OrderWriter> gOffered{nullptr};
constinit thread_local const void *tStack = nullptr;  // the far end of the calling thread's stack
constinit thread_local std::uint64_t tStrand = 0;
constexpr signed char kUnknown = -1;
constinit std::atomic<signed char> gIsRunRecorded{kUnknown};

const void *endOfStack() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return nullptr;
  void *end = nullptr;
  std::size_t bytes = 0;
  pthread_attr_getstack(&attributes, &end, &bytes);
  pthread_attr_destroy(&attributes);
  return end;
}

/// The existence of threads is reported first, in case they were created before there was a recorder.
void beginWhenBothAreThere() {
  const OrderWriter writer = gOffered.load();
  if (!gActors.areSeveral() || writer == nullptr) return;
  writer(ThreadEvent::Stir, gActors.stirs());
  gOrderWriter.store(writer);
}

}  // namespace

std::uint64_t switchStrand(std::uint64_t task) {
  const std::uint64_t before = std::exchange(tStrand, task);
  if (before != task) tell(ThreadEvent::Switch, task);
  return before;
}

void tellStackFreed(const void *frame) {
  if (!isOrderRecorded()) return;
  if (tStack == nullptr) tStack = endOfStack();
  if (tStack != nullptr) tellFreed(tStack, frame);
}

bool isRunRecorded() {
  signed char isRecorded = gIsRunRecorded.load(std::memory_order_relaxed);
  if (isRecorded != kUnknown) return isRecorded != 0;
  isRecorded = getenv("LOCKSTEP_RUN_DIR") != nullptr ? 1 : 0;
  gIsRunRecorded.store(isRecorded, std::memory_order_relaxed);
  return isRecorded != 0;
}

void expectThreads() {
  if (gActors.areSeveral() || !isRunRecorded()) return;
  gActors.expectSeveral();
  beginWhenBothAreThere();
}

void recordOrder(OrderWriter writer, FreedWriter freed) {
  gFreedWriter.store(freed);
  gOffered.store(writer);
  beginWhenBothAreThere();
}

}  // namespace lockstep::runtime
