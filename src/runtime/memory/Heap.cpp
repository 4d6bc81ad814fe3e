// Intercepts the functions that free memory, in the whole process: a block known as an object is removed, and its
// release is reported if a window exposes it. Allocation functions are not intercepted.
//
// The C library's own functions are called by their internal names. Looking up the next free() by name is done only for
// programs with their own allocator, and at a time when no thread can be inside the lookup, which calls free() itself.
#include <dlfcn.h>
#include <malloc.h>

#include <cstddef>
#include <cstdlib>

#include "runtime/memory/Objects.h"
#include "runtime/memory/RequestVariables.h"

extern "C" void *__libc_malloc(std::size_t) __attribute__((weak));
extern "C" void __libc_free(void *) __attribute__((weak));
extern "C" void *__libc_realloc(void *, std::size_t) __attribute__((weak));

namespace {

using namespace lockstep::runtime;

using Free = void (*)(void *);
using Realloc = void *(*)(void *, std::size_t);

constinit Free gNextFree = nullptr;
constinit Realloc gNextRealloc = nullptr;

bool isLibrarysOwn() { return __libc_malloc != nullptr && &malloc == &__libc_malloc; }

__attribute__((constructor)) void findNext() {
  if (isLibrarysOwn()) return;
  gNextFree = reinterpret_cast<Free>(dlsym(RTLD_NEXT, "free"));
  gNextRealloc = reinterpret_cast<Realloc>(dlsym(RTLD_NEXT, "realloc"));
}

Free nextFree() {
  if (isLibrarysOwn()) return __libc_free;
  if (gNextFree == nullptr) findNext();
  return gNextFree;
}

Realloc nextRealloc() {
  if (isLibrarysOwn()) return __libc_realloc;
  if (gNextRealloc == nullptr) findNext();
  return gNextRealloc;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) void free(void *block) noexcept {
  if (block != nullptr) {
    if (knowsBlocks()) forgetBlock(block);
    if (gKeepsRequests.load(std::memory_order_relaxed)) freeRequests(block, malloc_usable_size(block));
    if (mayBeLookedAfter(block))
      tellRelease(block, malloc_usable_size(block), lockstep::trace::ReleaseKind::Free, __builtin_return_address(0));
  }
  nextFree()(block);
}

/// The caller reports the block that it allocates.
extern "C" __attribute__((visibility("default"))) void *realloc(void *block, std::size_t bytes) noexcept {
  const Realloc real = nextRealloc();
  if (block == nullptr) return real(block, bytes);
  const bool isLookedAfter = mayBeLookedAfter(block);
  const std::size_t before = isLookedAfter ? malloc_usable_size(block) : 0;
  if (knowsBlocks()) forgetBlock(block);
  if (gKeepsRequests.load(std::memory_order_relaxed)) freeRequests(block, malloc_usable_size(block));
  void *result = real(block, bytes);
  const bool isGone = result != block && (result != nullptr || bytes == 0);
  if (isLookedAfter && isGone)
    tellRelease(block, before, lockstep::trace::ReleaseKind::Free, __builtin_return_address(0));
  return result;
}

extern "C" __attribute__((visibility("default"))) void *reallocarray(void *block, std::size_t count,
                                                                     std::size_t bytes) noexcept {
  std::size_t all = 0;
  if (__builtin_mul_overflow(count, bytes, &all)) all = static_cast<std::size_t>(-1);  // which fails as it should
  return realloc(block, all);
}
