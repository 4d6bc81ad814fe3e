// What the hooks and the replacements of other libraries' functions (gcc's -fsanitize=thread, the C library) share: the
// watch table and the recorder's functions for the object that they are linked into.
#pragma once

#include "runtime/hooks/HookTable.h"

#ifndef LOCKSTEP_HOOKS_LINKAGE
#define LOCKSTEP_HOOKS_LINKAGE
#endif
#define WATCH_TABLE(name, page, bits) extern "C" LOCKSTEP_HOOKS_LINKAGE unsigned char name[];
#define HOOK(name, parameters) extern "C" void name parameters;
namespace lockstep::runtime::hook {
#include "Hooks.def"
}  // namespace lockstep::runtime::hook

extern "C" __attribute__((visibility("hidden"))) std::atomic<const lockstep::runtime::HookFunction *>
    lockstepHookFunctions;

namespace lockstep::runtime {

inline bool isPageWatched(std::uintptr_t address) { return hook::lockstepWatched[tableIndex(address)] != 0; }

inline bool isAnyWatched(const void *address, std::uint64_t bytes) {
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  if (bytes == 0) return false;
  for (std::uintptr_t page = begin >> kPageBits; page <= (begin + bytes - 1) >> kPageBits; ++page)
    if (isPageWatched(page << kPageBits)) return true;
  return false;
}

template <class Function>
Function served(std::size_t number) {
  return reinterpret_cast<Function>(lockstepHookFunctions.load(std::memory_order_relaxed)[number]);
}

}  // namespace lockstep::runtime

#define LOCKSTEP_CALLER __builtin_return_address(0)
