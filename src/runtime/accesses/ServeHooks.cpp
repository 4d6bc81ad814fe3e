#include "runtime/accesses/ServeHooks.h"

#include "runtime/accesses/Accesses.h"
#include "runtime/accesses/Atomics.h"
#include "runtime/recorder/Thread.h"
#include "runtime/watch/MemoryRecord.h"
#include "runtime/watch/Watch.h"

namespace lockstep::runtime {
namespace {

using namespace hook;

#define LOCKSTEP_SITE reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))

/// Keeps the return address of the hook, as a jump to it does.
template <AccessMode kTouch>
__attribute__((noinline)) void onNewAccess(Address where, Bytes bytes) {
  const std::uintptr_t site = LOCKSTEP_SITE;
  if (ThreadState *thread = thisThread())
    noteAccesses(*thread, {site, reinterpret_cast<std::uintptr_t>(where), bytes, 1, bytes, kTouch});
}

/// Minimal, since it runs at every access to watched memory. It keeps the processor from issuing the next loads early,
/// so it prefetches what its own load needs.
template <AccessMode kTouch>
void onAccess(Address where, Bytes bytes) {
  const std::uintptr_t site = LOCKSTEP_SITE;
  __builtin_prefetch(where, kTouch == AccessMode::Store ? 1 : 0);
  ThreadState *thread = tThread;
  if (thread != nullptr && !thread->writer.isWanted() &&
      thread->segment.fields.note(site, reinterpret_cast<std::uintptr_t>(where), bytes, kTouch))
    return;
  [[clang::musttail]] return onNewAccess<kTouch>(where, bytes);
}

/// With the lowest address first.
Run ascending(std::uintptr_t site, std::uintptr_t address, Bytes bytes, Stride stride, Count count, AccessMode touch) {
  if (count == 1 || stride == 0) return {site, address, bytes, 1, bytes, touch};
  const auto step = static_cast<std::uint64_t>(stride < 0 ? -stride : stride);
  return {site, stride < 0 ? address - step * (count - 1) : address, step, count, bytes, touch};
}

template <AccessMode kTouch>
void onAccesses(Address where, Bytes bytes, Stride stride, Count count) {
  const std::uintptr_t site = LOCKSTEP_SITE;
  if (ThreadState *thread = thisThread())
    noteAccesses(*thread, ascending(site, reinterpret_cast<std::uintptr_t>(where), bytes, stride, count, kTouch));
}

/// Rows without gaps, or that fill the gaps of each other, are one run.
void noteRows(ThreadState &thread, std::uintptr_t site, std::uintptr_t address, Bytes bytes, Stride stride, Count count,
              Stride rowStride, Count rowCount, AccessMode touch) {
  for (const bool isAcross : {false, true}) {
    const Run row = inPieces(isAcross ? ascending(site, address, bytes, rowStride, rowCount, touch)
                                      : ascending(site, address, bytes, stride, count, touch));
    if (row.count > 1) continue;
    return noteAccesses(thread, isAcross ? ascending(site, row.address, row.bytes, stride, count, touch)
                                         : ascending(site, row.address, row.bytes, rowStride, rowCount, touch));
  }
  for (Count i = 0; i < rowCount; ++i)
    noteAccesses(thread,
                 ascending(site, address + i * static_cast<std::uintptr_t>(rowStride), bytes, stride, count, touch));
}

template <AccessMode kTouch>
void onRows(Address where, Bytes bytes, Stride stride, Count count, Stride rowStride, Count rowCount) {
  const std::uintptr_t site = LOCKSTEP_SITE;
  if (bytes == 0 || count == 0 || rowCount == 0) return;
  if (ThreadState *thread = thisThread())
    noteRows(*thread, site, reinterpret_cast<std::uintptr_t>(where), bytes, stride, count, rowStride, rowCount, kTouch);
}

template <AccessMode kTouch>
void onPlace(Address where, Bytes bytes, Count coming, Places places) {
  const std::uintptr_t site = LOCKSTEP_SITE;
  const auto address = reinterpret_cast<std::uintptr_t>(where);
  ThreadState *thread = thisThread();
  if (thread == nullptr) return;
  SiteBitmaps &fields = thread->segment.fields;
  if (!thread->writer.isWanted() && fields.note(site, address, bytes, kTouch))
    return fields.lend(site, coming, *places);
  noteComing(*thread, {site, address, bytes, 1, bytes, kTouch}, coming, *places);
}

void note(const AtomicAccess &access) {
  if (ThreadState *thread = thisThread()) thread->atomics.note(*thread, access);
}

void onAtomicLoad(Address where, Bytes bytes, Order order, Value value) {
  note({LOCKSTEP_SITE, reinterpret_cast<std::uintptr_t>(where), bytes, order, value, 0, trace::AccessKind::AtomicLoad});
}

void onAtomicStore(Address where, Bytes bytes, Order order, Value value) {
  note(
      {LOCKSTEP_SITE, reinterpret_cast<std::uintptr_t>(where), bytes, order, 0, value, trace::AccessKind::AtomicStore});
}

void onAtomicUpdate(Address where, Bytes bytes, Order order, Value before, Value after) {
  note({LOCKSTEP_SITE, reinterpret_cast<std::uintptr_t>(where), bytes, order, before, after,
        trace::AccessKind::AtomicUpdate});
}

void onReleasing(Address where, Bytes bytes, Order order) {
  if (ThreadState *thread = thisThread())
    thread->atomics.updating(reinterpret_cast<std::uintptr_t>(where), bytes, order);
}

void onFence(Order order) {
  if (ThreadState *thread = thisThread()) thread->atomics.fence(order);
}

void onLeft(Address where, Bytes bytes) {
  const auto begin = reinterpret_cast<std::uintptr_t>(where);
  writeRelease(begin, begin + bytes, trace::ReleaseKind::Return, __builtin_return_address(0));
}

void onUnused(Value routine) {
  if (ThreadState *thread = thisThread()) thread->unusedBy = routine;
}

void releasedAt(Address site, Address where, Bytes bytes) {
  const auto begin = reinterpret_cast<std::uintptr_t>(where);
  writeRelease(begin, begin + bytes, trace::ReleaseKind::Free, site);
}

void accessAt(Address site, Address where, Bytes bytes, bool isStore) {
  if (ThreadState *thread = thisThread())
    noteAccesses(*thread, {reinterpret_cast<std::uintptr_t>(site), reinterpret_cast<std::uintptr_t>(where), bytes, 1,
                           bytes, isStore ? AccessMode::Store : AccessMode::Load});
}

constexpr trace::AccessKind kindOf(AtomicKind kind) {
  switch (kind) {
    case AtomicKind::Load:
      return trace::AccessKind::AtomicLoad;
    case AtomicKind::Store:
      return trace::AccessKind::AtomicStore;
    case AtomicKind::Update:
      return trace::AccessKind::AtomicUpdate;
  }
  return trace::AccessKind::AtomicUpdate;
}

void atomicAt(Address site, AtomicKind kind, Address where, Bytes bytes, Order order, Value loaded, Value stored) {
  note({reinterpret_cast<std::uintptr_t>(site), reinterpret_cast<std::uintptr_t>(where), bytes, order, loaded, stored,
        kindOf(kind)});
}

template <class Function>
HookFunction plain(Function *function) {
  return reinterpret_cast<HookFunction>(function);
}

/// One for each row of Hooks.def.
const HookFunction *functions() {
  static HookFunctions functions;
  const auto serve = [](Hook hook, HookFunction function) { functions[static_cast<std::size_t>(hook)] = function; };
  serve(Hook::lockstepLoad, plain(onAccess<AccessMode::Load>));
  serve(Hook::lockstepStore, plain(onAccess<AccessMode::Store>));
  serve(Hook::lockstepPoll, plain(onAccess<AccessMode::Poll>));
  serve(Hook::lockstepLoads, plain(onAccesses<AccessMode::Load>));
  serve(Hook::lockstepStores, plain(onAccesses<AccessMode::Store>));
  serve(Hook::lockstepAtomicLoad, plain(onAtomicLoad));
  serve(Hook::lockstepAtomicStore, plain(onAtomicStore));
  serve(Hook::lockstepReleasing, plain(onReleasing));
  serve(Hook::lockstepAtomicUpdate, plain(onAtomicUpdate));
  serve(Hook::lockstepFence, plain(onFence));
  serve(Hook::lockstepLoadRows, plain(onRows<AccessMode::Load>));
  serve(Hook::lockstepStoreRows, plain(onRows<AccessMode::Store>));
  serve(Hook::lockstepLoadPlace, plain(onPlace<AccessMode::Load>));
  serve(Hook::lockstepStorePlace, plain(onPlace<AccessMode::Store>));
  if (const ObjectsApi *objects = knownObjects()) {
    serve(Hook::lockstepLend, plain(objects->lend));
    serve(Hook::lockstepTakeBack, plain(objects->takeBack));
    serve(Hook::lockstepAllocated, plain(objects->allocated));
  }
  serve(Hook::lockstepLeft, plain(onLeft));
  serve(Hook::lockstepUnused, plain(onUnused));
  functions[kAccessAt] = plain(accessAt);
  functions[kAtomicAt] = plain(atomicAt);
  functions[kReleasedAt] = plain(releasedAt);
  return functions;
}

}  // namespace

void serveHooks(HookCopy *copy) {
  if (gProcess.directory < 0) return;
  addTable(*copy);
  copy->functions->store(functions(), std::memory_order_release);
}

/// Its places can be looked up only while it is loaded.
void dismissHooks(HookCopy *copy) {
  if (gProcess.off.load(std::memory_order_relaxed)) return;  // in a forked child the locks may be held forever
  if (tThread != nullptr)
    if (const Busy busy(*tThread); busy) publishAccesses(*tThread);
  copy->functions->store(copy->idle, std::memory_order_release);
  removeTable(*copy);
}

}  // namespace lockstep::runtime
