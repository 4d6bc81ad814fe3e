// How the stand-ins for functions of the C library tell what those read and write. LOCKSTEP_WRAP
// declares the two sides of the linker's --wrap. Nothing else of the library may be called here by name, for that would
// be wrapped again.
#pragma once

#include "runtime/hooks/Inner.h"

namespace lockstep::runtime {

inline void tellAccess(const void *site, const void *address, std::size_t bytes, bool isStore) {
  if (isAnyWatched(address, bytes)) served<AccessAt>(kAccessAt)(site, address, bytes, isStore);
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
