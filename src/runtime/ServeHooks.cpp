#include "runtime/ServeHooks.h"

#include "runtime/Accesses.h"
#include "runtime/Thread.h"
#include "runtime/Watch.h"

namespace lockstep::runtime {
namespace {

using namespace hook;

#define LOCKSTEP_SITE reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))

template <Touch kTouch>
void onAccess(Address where, Bytes bytes) {
  const std::uintptr_t site = LOCKSTEP_SITE;
  const auto address = reinterpret_cast<std::uintptr_t>(where);
  ThreadState *thread = thisThread();
  if (thread == nullptr) return;
  if (OpenSegment::isSingle(bytes) && !thread->writer.isWanted()) {
    const auto log = static_cast<unsigned>(__builtin_ctzll(bytes));
    if (thread->segment.has(site, address, log, kTouch)) return;
  }
  noteNewAccess(*thread, site, address, bytes, kTouch);
}

template <Touch kTouch>
void onAccesses(Address where, Bytes bytes, Stride stride, Count count) {
  const std::uintptr_t site = LOCKSTEP_SITE;
  auto address = reinterpret_cast<std::uintptr_t>(where);
  if (bytes == 0 || count == 0) return;
  if (count == 1 || stride == 0) {
    count = 1;
    stride = static_cast<Stride>(bytes);
  }
  if (stride < 0) {
    stride = -stride;
    address -= static_cast<std::uintptr_t>(stride) * (count - 1);
  }
  if (ThreadState *thread = thisThread())
    noteRun(*thread, {site, address, static_cast<std::uint64_t>(stride), count, bytes, kTouch});
}

void onNothing() {}

template <class Function>
HookFunction plain(Function *function) {
  return reinterpret_cast<HookFunction>(function);
}

const HookFunction *functions() {
  static const HookFunctions kFunctions = {
      plain(onAccess<Touch::Load>),
      plain(onAccess<Touch::Store>),
      plain(onAccess<Touch::Poll>),
      plain(onAccesses<Touch::Load>),
      plain(onAccesses<Touch::Store>),
      onNothing,
      onNothing,
      onNothing,
      onNothing,
      onNothing,
  };
  return kFunctions;
}

}  // namespace

void serveHooks(HookCopy *copy) {
  if (gProcess.directory < 0) return;
  addTable(*copy);
  copy->functions->store(functions(), std::memory_order_release);
}

void dismissHooks(HookCopy *copy) {
  copy->functions->store(copy->idle, std::memory_order_release);
  removeTable(*copy);
}

}  // namespace lockstep::runtime
