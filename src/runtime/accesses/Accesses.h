// The accesses of a thread since its last recorded event: its open segment.
//
// The first access to each location by each site and kind is noted; further ones cost nanoseconds. An access of 1, 2, 4
// up to 64 bytes sets a bit and is not a record of its own, however random the pattern. A site usually accesses one
// window or buffer and has a bitmap for all of it; other accesses go to bitmaps found by hash. Ranges and odd sizes are
// runs. When the segment ends, the bits become runs with a stride, exact to the byte, or are written as bits if they
// have no pattern.
//
// The memory is bounded: a segment that does not fit is published early, which at worst repeats some accesses.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/accesses/OverflowBitmaps.h"
#include "runtime/accesses/RangeSet.h"
#include "runtime/accesses/Run.h"
#include "runtime/accesses/SiteBitmaps.h"

namespace lockstep::runtime {

struct ThreadState;

struct OpenSegment {
  SiteBitmaps fields;
  OverflowBitmaps maps;
  RangeSet runs;

  bool isEmpty() const { return fields.isEmpty() && maps.isEmpty() && runs.isEmpty(); }

  /// False if there is no room: publish and try again.
  bool add(const Run &run);

  /// Passes the recorded accesses on as runs and clears them. `isEnd`: a new segment begins.
  template <class Take>
  void drain(const Take &take, bool isEnd) {
    fields.drain(take, isEnd);
    maps.drain(take);
    runs.drain(take);
  }

  void free() {
    fields.free();
    maps.free();
    runs.free();
  }
};

/// Records accesses missing in the site's field, if their memory is watched. First publishes the segment if a reader
/// waits for it.
void noteAccesses(ThreadState &thread, const Run &run);

/// Records an access that the code reports in advance, with others to come, and may lend it the places.
void noteComing(ThreadState &thread, const Run &run, std::uint64_t coming, hook::LentPlaces &places);

/// Writes the open segment and begins a new one. Called before every record that ends a segment: calls, returns, thread
/// order, the end of the thread. Costs one check if nothing was accessed.
void publishAccesses(ThreadState &thread);

/// The same in a signal handler: the loader is not queried, so accesses at places in objects unknown to the trace are
/// lost.
void publishAccessesInHandler(ThreadState &thread);

}  // namespace lockstep::runtime
