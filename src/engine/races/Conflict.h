// Whether two accesses to common bytes, of which nothing orders one before the other, conflict.
//
// Reads never do. Accumulates with one operation (or MPI_NO_OP) on one basic type and alignment are atomic towards each
// other on one window, and those of one origin on one basic type stay in their order unless the window's info says
// otherwise. Atomic accesses of the program's own are atomic towards each other. Plain accesses of one process are the
// business of its threads. A lock excludes its holder's accesses from those of other holders, in the target's part of
// its window.
#pragma once

#include "engine/calls/AccessGroup.h"
#include "engine/objects/Types.h"

namespace lockstep::engine {

enum class Relation : std::uint8_t {
  Harmless,
  Excluded,          // only locks keep them apart
  MutuallyExcluded,  // likewise, locks of the program's own, see ValueEdges.h
  Polled,            // a load that waits for what the other writes: its value is certain to be one of the two
  Awaited,           // loads that poll may keep them apart, see Polls.h
  Unsynchronized,    // in order, but the memory was not synchronized in between
  Conflict,
};

/// `isOlder`: `a` was begun before `b` by the order of events, though it may not be complete.
Relation relate(const AccessGroup &a, const ByteRun &runOfA, const AccessGroup &b, const ByteRun &runOfB, bool isOlder);

/// A lock on a window keeps them apart.
bool areExcluded(const AccessGroup &a, const AccessGroup &b);

/// A lock of the program's own keeps them apart, provided that the newer one is complete when its critical section
/// ends. Whether that of the older one was broken is known when the next begins.
bool areInTurn(const AccessGroup &older, const AccessGroup &newer);

/// Quick test, without a look at where they lie.
inline bool mayConflict(const AccessGroup &a, const AccessGroup &b) {
  return (a.writes || b.writes) && (a.isRma() || b.isRma() || a.process != b.process);
}

}  // namespace lockstep::engine
