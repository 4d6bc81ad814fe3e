#include "runtime/order/Caller.h"

#include <dlfcn.h>
#include <link.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace lockstep::runtime {
namespace {

constexpr const char *kRuntimes[] = {
    // MPI: the libraries and bindings of MPICH and Open MPI, their run-time layers and plug-ins
    "libmpi", "libpmpi", "libfmpich", "libopen-rte", "libopen-pal", "libprrte", "mca_", "libpmix", "libpmi.",
    "libpmi2.",
    // their dependencies
    "libevent", "libhwloc", "libfabric", "libucp.", "libucs.", "libucs_", "libuct.", "libuct_", "libucm.", "libucm_",
    "libpsm", "libibverbs", "librdmacm", "libmlx", "libnl-", "libmunge", "libnuma.",
    // OpenMP, Fortran, C, and ourselves
    "libgomp.", "libomp.", "libomp-", "libomp5.", "libiomp5.", "libgfortran.", "libc.", "ld-linux", "liblockstep-"};

constexpr const char *kOpenMp[] = {"libgomp.", "libomp.", "libomp-", "libomp5.", "libiomp5."};

const link_map *objectAt(const void *address) {
  dl_find_object found{};
  // Lock-free: the caller may hold a lock for which a thread inside dlopen waits.
  return _dl_find_object(const_cast<void *>(address), &found) == 0 ? found.dlfo_link_map : nullptr;
}

template <std::size_t kCount>
bool isOneOf(const char *const (&prefixes)[kCount], const link_map *object) {
  if (object == nullptr || object->l_name == nullptr) return false;
  const char *slash = strrchr(object->l_name, '/');
  const char *name = slash != nullptr ? slash + 1 : object->l_name;
  for (const char *prefix : prefixes)
    if (strncmp(name, prefix, strlen(prefix)) == 0) return true;
  return false;
}

/// Return addresses with the cached result in the lowest bit.
constexpr std::size_t kSlots = 1024;
constinit std::atomic<std::uintptr_t> gKnown[kSlots]{};

}  // namespace

void refuseToGoOn(const char *name) {
  fprintf(stderr, "lockstep: no library defines %s: cannot go on\n", name);
  abort();
}

bool isRuntimeCaller(const void *returnAddress) {
  const std::uintptr_t address = reinterpret_cast<std::uintptr_t>(returnAddress) << 1;
  auto &slot = gKnown[(address * 0x9e3779b97f4a7c15ULL) >> 54];
  const std::uintptr_t known = slot.load(std::memory_order_relaxed);
  if ((known & ~std::uintptr_t{1}) == address) return (known & 1) != 0;
  const bool isBelow = isOneOf(kRuntimes, objectAt(returnAddress));
  slot.store(address | (isBelow ? 1 : 0), std::memory_order_relaxed);
  return isBelow;
}

bool isOpenMpCaller(const void *returnAddress) { return isOneOf(kOpenMp, objectAt(returnAddress)); }

void *definitionBehind(const char *name, const void *returnAddress) {
  if (void *next = dlsym(RTLD_NEXT, name)) return next;
  // The library is not globally visible: it was opened with dlopen, for the caller's object.
  const link_map *object = objectAt(returnAddress);
  void *handle = object != nullptr ? dlopen(object->l_name, RTLD_LAZY | RTLD_NOLOAD) : nullptr;
  if (handle == nullptr) return nullptr;
  void *own = dlsym(handle, name);
  dlclose(handle);
  return own;
}

}  // namespace lockstep::runtime
