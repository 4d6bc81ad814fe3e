#include "runtime/accesses/Atomics.h"

#include <sys/single_threaded.h>

#include <atomic>
#include <bit>
#include <cstring>
#include <utility>

#include "runtime/accesses/Accesses.h"
#include "runtime/order/Object.h"
#include "runtime/recorder/Thread.h"
#include "runtime/threads/BlockedThreads.h"
#include "runtime/threads/OrderRecord.h"
#include "runtime/watch/InFlight.h"
#include "runtime/watch/Watch.h"

namespace lockstep::runtime {
namespace {

using trace::AccessKind;
using trace::ThreadEvent;
using trace::ValueRole;

enum Order : std::uint64_t { Relaxed, Consume, Acquire, Release, AcquireRelease, SequentiallyConsistent };

std::atomic<bool> gHasAcquiringFences{false};  // ever used

bool acquires(std::uint64_t order) { return order != Relaxed && order != Release; }
bool releases(std::uint64_t order) { return order >= Release; }

/// Order between threads matters only if there are several, of the program (for its calls) or while memory is or was
/// watched (for its accesses): a chain of order may lead through a phase in which nothing is watched.
bool isOrderNeeded() { return __libc_single_threaded == 0 && (hasEverWatched() || areSeveral()); }

void writeOrder(ThreadEvent event, std::uintptr_t address) {
  if (isOrderNeeded()) writeThreadOrder(event, objectOf(Family::Atomic, address));
}

void writeAccess(ThreadState &thread, std::uint32_t site, const AtomicAccess &access) {
  auto *record = thread.reserve<trace::Access>();
  record->header.site = site;
  record->address = access.address;
  record->stride = static_cast<std::int64_t>(access.bytes);
  record->count = 1;
  record->bytes = static_cast<std::uint32_t>(access.bytes);
  record->access = access.kind;
  record->isPoll = 0;
  record->reserved[0] = record->reserved[1] = 0;
  thread.commit();
}

void writeValue(ThreadState &thread, const AtomicAccess &access, ValueRole role, std::uint64_t value,
                std::uint64_t time) {
  auto *record = thread.reserve<trace::Value>();
  record->address = access.address;
  record->bytes = static_cast<std::uint32_t>(access.bytes);
  record->role = role;
  record->isUpdate = access.kind == AccessKind::AtomicUpdate ? 1 : 0;
  memset(record->reserved, 0, sizeof record->reserved);
  memset(record->value, 0, sizeof record->value);
  memcpy(record->value, &value, sizeof value);
  record->time = time;
  thread.commit();
}

/// Earlier accesses of the thread are written first. `begun`: a time before an update was made, 0 if unknown.
void writeAtomic(ThreadState &thread, const AtomicAccess &access, std::uint64_t begun) {
  const Busy busy(thread);
  if (!busy) return;
  publishAccesses(thread);
  const std::uint32_t site = thread.sites.find(thread, access.site).site;
  writeAccess(thread, site, access);
  if (!mayBeInWindow({access.address, access.address + access.bytes})) return;  // windows use order by values
  const std::uint64_t time = now();
  if (access.kind != AccessKind::AtomicLoad)
    writeValue(thread, access, ValueRole::Stored, access.stored, begun != 0 ? begun : time);
  if (access.kind != AccessKind::AtomicStore) writeValue(thread, access, ValueRole::Loaded, access.loaded, time);
}

}  // namespace

bool AtomicOrder::repeats(const ThreadState &thread, const AtomicAccess &access) const {
  return access == last_ && after_ == thread.writer.position() && thread.segment.isEmpty();
}

void AtomicOrder::note(ThreadState &thread, const AtomicAccess &access) {
  const bool isLoad = access.kind == AccessKind::AtomicLoad;
  const bool isStore = access.kind == AccessKind::AtomicStore;
  if (isLoad && repeats(thread, access)) return;
  if (isStore) releasing(access.address, access.order);
  if (access.bytes <= sizeof(trace::Value::value) && isWatched({access.address, access.address + access.bytes}))
    writeAtomic(thread, access, isStore || isLoad ? 0 : begun_);
  if (!isStore && acquires(access.order)) writeOrder(ThreadEvent::Acquire, access.address);
  if (!isStore && access.order == Relaxed) remember(access.address);
  begun_ = 0;
  last_ = access;
  after_ = thread.writer.position();
}

void AtomicOrder::updating(std::uintptr_t address, std::uint64_t bytes, std::uint64_t order) {
  if (isWatched({address, address + bytes})) begun_ = now();
  releasing(address, order);
}

void AtomicOrder::releasing(std::uintptr_t address, std::uint64_t order) {
  if (releases(order) || hasReleased_) writeOrder(ThreadEvent::Release, address);
}

void AtomicOrder::fence(std::uint64_t order) {
  if (releases(order)) hasReleased_ = true;
  if (!acquires(order)) return;
  gHasAcquiringFences.store(true, std::memory_order_relaxed);
  if (loadCount_ == 0) return;
  for (std::uintptr_t &address : loads_)
    if (address != 0) writeOrder(ThreadEvent::Acquire, std::exchange(address, 0));
  loadCount_ = 0;
}

void AtomicOrder::remember(std::uintptr_t load) {
  std::uintptr_t &place = loads_[(load * 0x9e3779b97f4a7c15ULL) >> (64 - std::bit_width(kLoads - 1))];
  if (place == load) return;
  if (place == 0)
    ++loadCount_;
  else if (gHasAcquiringFences.load(std::memory_order_relaxed))
    writeOrder(ThreadEvent::Acquire, place);
  place = load;
}

}  // namespace lockstep::runtime
