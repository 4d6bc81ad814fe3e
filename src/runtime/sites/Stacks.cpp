#include "runtime/sites/Stacks.h"

#include <unwind.h>

#include <atomic>
#include <cstring>

#include "runtime/recorder/Thread.h"
#include "runtime/sites/Modules.h"

namespace lockstep::runtime {
namespace {

constexpr std::size_t kMostFrames = 48;
constexpr int kMostSteps = 256;  // frames of libraries included

std::atomic<std::uint32_t> gLastStack{0};

struct Walk {
  ThreadState &thread;
  std::uintptr_t place;
  bool isBehind = false;  // the caller of the place
  int steps = 0;
  std::size_t count = 0;
  std::uint64_t hash = 0;  // of the addresses: a site that was forgotten gets another number
  std::uint32_t sites[kMostFrames] = {};
};

_Unwind_Reason_Code note(_Unwind_Context *context, void *data) {
  auto &walk = *static_cast<Walk *>(data);
  const std::uintptr_t address = _Unwind_GetIP(context);
  if (!walk.isBehind) {
    walk.isBehind = address == walk.place;
  } else if (const LoadedModule *module = moduleOf(address, &walk.thread); module != nullptr && module->isOfUser()) {
    walk.sites[walk.count++] = walk.thread.sites.find(walk.thread, address).site;
    walk.hash = (walk.hash ^ address) * 0x9e3779b97f4a7c15ULL;
  }
  return ++walk.steps < kMostSteps && walk.count < kMostFrames ? _URC_NO_REASON : _URC_NORMAL_STOP;
}

std::uint32_t writeStack(ThreadState &thread, std::uint32_t site, const Walk &walk) {
  auto *record = thread.reserve<trace::Stack>(walk.count * sizeof(std::uint32_t));
  record->header.site = site;
  record->id = gLastStack.fetch_add(1, std::memory_order_relaxed) + 1;
  record->count = static_cast<std::uint32_t>(walk.count);
  memcpy(record + 1, walk.sites, walk.count * sizeof(std::uint32_t));
  const std::uint32_t number = record->id;
  thread.commit();
  return number;
}

}  // namespace

std::uint32_t gWalkedCalls = 32;

std::uint32_t StackCache::walk(ThreadState &thread, SiteEntry &place) {
  if (gWalkedCalls != UINT32_MAX) ++place.walked;
  const std::uint32_t site = place.site;
  const Busy busy(thread);           // the locks of the walk are no order of the program's
  Walk walk{thread, place.address};  // finding others may put one into the entry of this one
  walk.hash = place.address;
  _Unwind_Backtrace(note, &walk);
  if (walk.count == 0) return 0;
  Known &known = known_[(walk.hash >> 32) % kSize];
  if (known.number == 0 || known.hash != walk.hash) known = {walk.hash, writeStack(thread, site, walk)};
  return known.number;
}

void chooseStacks(std::string_view which) {
  if (which == "full") gWalkedCalls = UINT32_MAX;
  if (which == "none") gWalkedCalls = 0;
}

}  // namespace lockstep::runtime
