// Common properties of memory accesses: who makes them and where, how they conflict with others, and when they
// complete.
//
// Accesses of one kind from one place that complete together form an access group: the stores of a line between two
// calls, the puts of a loop up to the flush. Only the bytes differ, and are stored per access in the history. So a
// million puts need only a few access groups.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/calls/Call.h"
#include "engine/memory/MemoryPart.h"
#include "engine/objects/Windows.h"
#include "engine/order/Clock.h"
#include "engine/order/UserLock.h"
#include "engine/support/LazyVector.h"
#include "engine/support/Ref.h"
#include "mpi/Epochs.h"
#include "mpi/Predefined.h"

namespace lockstep::engine {

enum class AccessClass : std::uint8_t {
  Load,
  Store,
  Get,         // reads the target's memory
  Put,         // writes the target's memory
  Accumulate,  // reads it, and writes it unless the operation is MPI_NO_OP
};

/// The role of the accessed memory.
enum class BufferRole : std::uint8_t {
  Code,    // the program's own load or store
  Call,    // buffer of a call that is not one-sided
  Local,   // local buffer of a one-sided operation
  Target,  // target memory of a one-sided operation
};

/// A lock that the process holds while it accesses memory.
struct HeldLock {
  const Window *window = nullptr;
  int target = -1;  // in the world; -1: all
  bool isExclusive = false;
  bool excludes = true;          // false: the holder asserted that there is no conflicting lock
  CallPtr opened{};              // the call that acquired it
  CriticalSectionPtr section{};  // a user-level lock; the other fields are unset
  /// Ignores the call: a lock that is released and reacquired protects as before.
  friend bool operator==(const HeldLock &a, const HeldLock &b) {
    return a.window == b.window && a.target == b.target && a.isExclusive == b.isExclusive && a.excludes == b.excludes &&
           isAlike(a.section, b.section);
  }
  static bool isAlike(const CriticalSectionPtr &a, const CriticalSectionPtr &b) {
    return a == b || (a && b && a->lock == b->lock && !a->isBroken && !b->isBroken);
  }
};
using HeldLocks = std::vector<HeldLock>;

/// Stands for the operation of compare-and-swap, which has no MPI_Op.
inline constexpr std::int64_t kSwap = -1;

struct AccessGroup : Counted {
  // Origin of the access.
  const ProcessInfo *process = nullptr;
  unsigned thread = 0;
  Strand strand{};
  std::uint32_t site = 0;
  CallPtr call;  // null: a load or store of the program

  // What decides about conflicts.
  AccessClass accessClass{};
  BufferRole part{};
  bool writes = false;
  bool isAtomic = false;           // an atomic load or store of the program
  bool isPoll = false;             // a load that waits for its value to change
  std::optional<Release> release;  // the memory is released, which counts as a store to all of it
  int argument = -1;               // index of the buffer argument, for a call
  const Window *window = nullptr;
  int target = -1;                              // world rank
  mpi::EpochKind epoch = mpi::EpochKind::None;  // epoch kind of the operation
  CallPtr opened;                               // the call that opened that epoch
  std::int64_t op = 0;                          // for an accumulate
  mpi::PredefinedType basic{};                  // for an accumulate
  std::uint32_t basicBytes = 1;                 // for an accumulate
  HeldLocks locks;                              // held during the access

  // Time.
  Moment start;                 // of the last access
  Moment done;                  // not set: pending
  LazyVector<Moment> alsoDone;  // completions by other threads, not ordered after the first one
  Tick since = 0;               // first of the polls that were folded into this one; 0: it is the only one

  bool isRma() const { return part == BufferRole::Local || part == BufferRole::Target; }
  /// Whether both differ only in their times.
  bool isLike(const AccessGroup &other) const;
};

using AccessGroupRef = Ref<AccessGroup>;

/// Of a call that accesses memory from now on.
AccessGroupRef accessGroupOf(const Call &call, AccessClass accessClass, BufferRole part, bool writes, const Stamp &now);
/// Likewise, a buffer of one that is not one-sided.
AccessGroupRef accessGroupOf(const Call &call, const MemoryPart &part, const Stamp &now);

}  // namespace lockstep::engine
