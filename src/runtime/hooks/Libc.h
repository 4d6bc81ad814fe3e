// How the wrappers of C library functions report what these read and write. LOCKSTEP_WRAP declares the two sides of the
// linker's --wrap. No other library function may be called by name here, since that call would be wrapped again.
#pragma once

// Without instrumented code there are no hooks, and these weak references must not link them.
#define LOCKSTEP_HOOKS_LINKAGE __attribute__((weak))
#include "runtime/hooks/Inner.h"

extern "C" std::atomic<const lockstep::runtime::HookFunction *> lockstepHookFunctions __attribute__((weak));

namespace lockstep::runtime {

inline bool hasHooks() { return &lockstepHookFunctions != nullptr; }

inline void tellAccess(const void *site, const void *address, std::size_t bytes, bool isStore) {
  if (hasHooks() && isAnyWatched(address, bytes)) served<AccessAt>(kAccessAt)(site, address, bytes, isStore);
}
inline void tellLoad(const void *site, const void *address, std::size_t bytes) {
  tellAccess(site, address, bytes, false);
}
inline void tellStore(const void *site, const void *address, std::size_t bytes) {
  tellAccess(site, address, bytes, true);
}

}  // namespace lockstep::runtime

#define LOCKSTEP_WRAP(Result, name, ...)        \
  extern "C" Result __real_##name(__VA_ARGS__); \
  extern "C" Result __wrap_##name(__VA_ARGS__)
