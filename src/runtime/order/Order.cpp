#include "runtime/order/Order.h"

#include <cstdlib>

namespace lockstep::runtime {

constinit std::atomic<OrderWriter> gOrderWriter{nullptr};

namespace {

constinit std::atomic<OrderWriter> gOffered{nullptr};
constinit std::atomic<bool> gHasThreads{false};
constexpr signed char kUnknown = -1;
constinit std::atomic<signed char> gIsRunRecorded{kUnknown};

void beginWhenBothAreThere() {
  if (gHasThreads.load() && gOffered.load() != nullptr) gOrderWriter.store(gOffered.load());
}

}  // namespace

bool isRunRecorded() {
  signed char isRecorded = gIsRunRecorded.load(std::memory_order_relaxed);
  if (isRecorded != kUnknown) return isRecorded != 0;
  isRecorded = getenv("LOCKSTEP_RUN_DIR") != nullptr ? 1 : 0;
  gIsRunRecorded.store(isRecorded, std::memory_order_relaxed);
  return isRecorded != 0;
}

void expectThreads() {
  if (gHasThreads.load(std::memory_order_relaxed) || !isRunRecorded()) return;
  gHasThreads.store(true);
  beginWhenBothAreThere();
}

void recordOrder(OrderWriter writer) {
  gOffered.store(writer);
  beginWhenBothAreThere();
}

}  // namespace lockstep::runtime
