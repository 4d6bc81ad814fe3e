// Whether two unordered accesses to common bytes conflict.
//
// Reads never do. Accumulates with the same operation (or MPI_NO_OP), basic type and alignment on one window are atomic
// with respect to each other, and those of one origin with the same basic type are ordered unless the window's info
// says otherwise. Atomic accesses of the program are atomic with respect to each other. Plain accesses within one
// process are left to thread-race detectors. A lock excludes its holder's accesses from those of other holders, in the
// target's part of its window.
#pragma once

#include "engine/calls/AccessGroup.h"
#include "engine/objects/Types.h"

namespace lockstep::engine {

enum class Relation : std::uint8_t {
  Harmless,
  Excluded,          // only window locks prevent the conflict
  MutuallyExcluded,  // only user-level locks do, see ValueEdges.h
  Polled,            // a load polls for the value that the other writes, so it surely gets the old or the new one
  Awaited,           // polling loads may prevent the conflict, see Polls.h
  Unsynchronized,    // ordered, but without synchronization of the memory in between
  Conflict,
};

/// `isOlder`: `a` began before `b` in event order, though it may not be complete.
Relation relate(const AccessGroup &a, const ByteRun &runOfA, const AccessGroup &b, const ByteRun &runOfB, bool isOlder);

/// Whether a window lock excludes them.
bool areExcluded(const AccessGroup &a, const AccessGroup &b);

/// Whether a user-level lock excludes them, provided that the newer one completes before its critical section ends.
/// Whether the older section was broken is known when the next one begins.
bool areInTurn(const AccessGroup &older, const AccessGroup &newer);

/// Quick check that ignores their locations.
inline bool mayConflict(const AccessGroup &a, const AccessGroup &b) {
  return (a.writes || b.writes) && (a.isRma() || b.isRma() || a.process != b.process);
}

}  // namespace lockstep::engine
