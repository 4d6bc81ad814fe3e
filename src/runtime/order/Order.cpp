#include "runtime/order/Order.h"

#include <cstdlib>

namespace lockstep::runtime {

constinit std::atomic<OrderWriter> gOrderWriter{nullptr};

namespace {

constinit std::atomic<OrderWriter> gOffered{nullptr};
constinit std::atomic<bool> gHasThreads{false};

void beginWhenBothAreThere() {
  if (gHasThreads.load() && gOffered.load() != nullptr) gOrderWriter.store(gOffered.load());
}

}  // namespace

bool isRunRecorded() { return getenv("LOCKSTEP_RUN_DIR") != nullptr; }

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
