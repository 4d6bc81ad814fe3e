#include "runtime/threads/OrderFold.h"

#include <algorithm>
#include <atomic>

namespace lockstep::runtime {
namespace {

using trace::ThreadEvent;

constexpr std::size_t kSlots = 4096;
constexpr unsigned kThreadBits = 16;

/// An address and the thread that released it last.
constinit std::atomic<std::uint64_t> gLastReleased[kSlots]{};

constexpr std::uint64_t mixed(std::uint64_t object) { return (object * 0x9e3779b97f4a7c15ULL) >> 32; }

std::atomic<std::uint64_t> &slotOf(std::uint64_t object) { return gLastReleased[mixed(object) % kSlots]; }

/// Objects that are not addresses are used differently: their releases accumulate.
bool isLock(std::uint64_t object) { return object >> (64 - kThreadBits) == 0; }
bool isLock(std::uint64_t object, std::uint32_t thread) { return isLock(object) && thread >> kThreadBits == 0; }

std::uint64_t wordOf(std::uint64_t object, std::uint32_t thread) { return object << kThreadBits | thread; }

bool wasLast(std::uint64_t object, std::uint32_t thread) {
  return isLock(object, thread) && slotOf(object).load(std::memory_order_relaxed) == wordOf(object, thread);
}

bool receives(ThreadEvent event) {
  switch (event) {
    case ThreadEvent::Begin:
    case ThreadEvent::BeginAlone:
    case ThreadEvent::Join:
    case ThreadEvent::BarrierLeave:
    case ThreadEvent::Acquire:
      return true;
    case ThreadEvent::Fork:
    case ThreadEvent::End:
    case ThreadEvent::BarrierEnter:
    case ThreadEvent::Release:
    case ThreadEvent::Post:
    case ThreadEvent::Rest:
    case ThreadEvent::Stir:
    case ThreadEvent::Switch:
    case ThreadEvent::WorkBegin:
    case ThreadEvent::WorkEnd:
    case ThreadEvent::Blind:
      return false;
  }
  return true;
}

}  // namespace

bool OrderFold::isFromItself(ThreadEvent event, std::uint64_t object, std::uint32_t thread) {
  if (event == ThreadEvent::Release) {
    std::uint64_t *const end = leftOut_ + leftOutCount_;
    if (std::uint64_t *held = std::find(leftOut_, end, object); held != end) *held = leftOut_[--leftOutCount_];
  }
  if (event != ThreadEvent::Acquire || leftOutCount_ == kMostLeftOut || !wasLast(object, thread)) return false;
  const Released &last = released_[mixed(object) % kReleased];
  if (last.object != object || last.body != body_) return false;
  leftOut_[leftOutCount_++] = object;
  return true;
}

bool OrderFold::isKnown(ThreadEvent event, std::uint64_t object, std::uint32_t thread, std::uint64_t committed) {
  if (committed != committed_) ++learned_;
  committed_ = committed;
  const Released &last = released_[mixed(object) % kReleased];
  return event == ThreadEvent::Release && wasLast(object, thread) && last.object == object &&
         last.learned == learned_ && last.body == body_;
}

void OrderFold::remember(ThreadEvent event, std::uint64_t object, std::uint32_t thread, std::uint64_t committed) {
  committed_ = committed;
  if (receives(event)) ++learned_;
  if (receives(event) || !isLock(object)) return;
  const bool isRelease = event == ThreadEvent::Release && isLock(object, thread);
  slotOf(object).store(isRelease ? wordOf(object, thread) : 0, std::memory_order_relaxed);
  if (isRelease) released_[mixed(object) % kReleased] = {object, learned_, body_};
}

}  // namespace lockstep::runtime
