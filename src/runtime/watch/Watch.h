// The watched memory: windows, and the buffers of pending operations.
//
// Instrumented code first checks a table with a byte per page; this is the exact lookup for accesses that pass it. The
// lookup takes no lock, since it runs at every access to a page with watched memory. An update takes a spin lock and
// costs tens of nanoseconds; it is made at every nonblocking or one-sided call. The watched memory may be
// over-approximated, never under-approximated.
//
// Spans of few pages, of which thousands may be pending, are kept in lists by page. Larger ones are in a sorted array
// with the maximum end up to each element: one binary search finds an overlap. A tree for both would have to be
// rebalanced concurrently with its readers.
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/hooks/HookTable.h"

namespace lockstep::runtime {

/// The bytes from `begin` up to, but not including, `end`.
struct Span {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  bool isEmpty() const { return begin >= end; }
  friend bool operator==(const Span &, const Span &) = default;
};

/// A span may be watched several times and is until it was unwatched as often.
void watch(const Span &span);
void unwatch(const Span &span);

bool isWatched(const Span &span);
/// Where the bounds of all that is watched are published from now on; they may be too wide.
void publishWatched(struct LookedAfter *bounds);
/// Whether anything is, or was.
bool hasEverWatched();

/// Memory around a watched address where its neighbors in the same window or buffer are.
struct WatchedMemory {
  Span span;
  bool isWhole = false;  // all of it is watched, until watchChanges() changes
};
WatchedMemory watchedAround(std::uintptr_t address);

extern std::atomic<std::uint32_t> gWatchChanges;
/// Incremented whenever memory that was reported as whole may no longer be watched.
inline std::uint32_t watchChanges() { return gWatchChanges.load(std::memory_order_relaxed); }

extern std::atomic<bool> gIsWatching;
/// Whether there is instrumented code at all.
inline bool isWatching() { return gIsWatching.load(std::memory_order_relaxed); }

/// A copy of the hooks was loaded or will be unloaded; its table knows all watched memory from then on.
void addTable(HookCopy &copy);
void removeTable(HookCopy &copy);

}  // namespace lockstep::runtime
