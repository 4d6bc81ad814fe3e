#include "runtime/ServeHooks.h"

#include "runtime/Accesses.h"
#include "runtime/Thread.h"
#include "runtime/Watch.h"

namespace lockstep::runtime {
namespace {

using namespace hook;

#define LOCKSTEP_SITE reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))

/// Keeps the return address of the hook, as a jump to it does.
template <Touch kTouch>
__attribute__((noinline)) void onNewAccess(Address where, Bytes bytes) {
  const std::uintptr_t site = LOCKSTEP_SITE;
  if (ThreadState *thread = thisThread())
    noteAccesses(*thread, {site, reinterpret_cast<std::uintptr_t>(where), bytes, 1, bytes, kTouch});
}

/// No more than a look at what was noted: this runs at every access to watched memory.
template <Touch kTouch>
void onAccess(Address where, Bytes bytes) {
  const std::uintptr_t site = LOCKSTEP_SITE;
  const ThreadState *thread = tThread;
  if (thread != nullptr && thread->segment.fields.has(site, reinterpret_cast<std::uintptr_t>(where), bytes, kTouch) &&
      !thread->writer.isWanted())
    return;
  [[clang::musttail]] return onNewAccess<kTouch>(where, bytes);
}

template <Touch kTouch>
void onAccesses(Address where, Bytes bytes, Stride stride, Count count) {
  const std::uintptr_t site = LOCKSTEP_SITE;
  auto address = reinterpret_cast<std::uintptr_t>(where);
  if (count == 1 || stride == 0) {
    count = 1;
    stride = static_cast<Stride>(bytes);
  }
  if (stride < 0) {
    stride = -stride;
    address -= static_cast<std::uintptr_t>(stride) * (count - 1);
  }
  if (ThreadState *thread = thisThread())
    noteAccesses(*thread, {site, address, static_cast<std::uint64_t>(stride), count, bytes, kTouch});
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
