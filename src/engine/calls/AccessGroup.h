// What accesses to memory have in common: who does it where in the code, what it is to others, and when it is over.
//
// Accesses of one kind from one place, that are complete together, are one access group: the stores of a line between
// two calls, the puts of a loop up to the flush. Only the bytes differ; the history keeps these per access. So a
// million puts cost a few access groups.
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
  Put,         // writes it
  Accumulate,  // reads it, and writes it unless its operation is MPI_NO_OP
};

/// What an access is part of.
enum class BufferRole : std::uint8_t {
  Code,    // the program's own load or store
  Call,    // the buffer of a call that is not one-sided
  Local,   // the local buffer of a one-sided operation
  Target,  // its target's memory
};

/// A lock that the process holds while it accesses memory.
struct HeldLock {
  const Window *window = nullptr;
  int target = -1;  // in the world; -1: all
  bool isExclusive = false;
  bool excludes = true;          // false: its holder has promised that nobody else holds one
  CallPtr opened{};              // the call that got it
  CriticalSectionPtr section{};  // with a lock of the program's own, instead of all that
  /// But for the call: a lock that is given back and got again protects as before.
  friend bool operator==(const HeldLock &a, const HeldLock &b) {
    return a.window == b.window && a.target == b.target && a.isExclusive == b.isExclusive && a.excludes == b.excludes &&
           isAlike(a.section, b.section);
  }
  static bool isAlike(const CriticalSectionPtr &a, const CriticalSectionPtr &b) {
    return a == b || (a && b && a->lock == b->lock && !a->isBroken && !b->isBroken);
  }
};
using HeldLocks = std::vector<HeldLock>;

/// The number of the operation of compare_and_swap, which has none.
inline constexpr std::int64_t kSwap = -1;

struct AccessGroup : Counted {
  // Who and where.
  const ProcessInfo *process = nullptr;
  unsigned thread = 0;
  Strand strand{};
  std::uint32_t site = 0;
  CallPtr call;  // null: the program's own load or store

  // What it is to others.
  AccessClass accessClass{};
  BufferRole part{};
  bool writes = false;
  bool isAtomic = false;           // the program's own
  bool isPoll = false;             // a load that waits for its value to change
  std::optional<Release> release;  // the memory is given back, which is a store to all of it
  int argument = -1;               // of a call: the buffer
  const Window *window = nullptr;
  int target = -1;                              // in the world
  mpi::EpochKind epoch = mpi::EpochKind::None;  // that allowed the operation
  CallPtr opened;                               // the call that opened the epoch
  std::int64_t op = 0;                          // of an accumulate
  mpi::PredefinedType basic{};                  // likewise
  std::uint32_t basicBytes = 1;                 // likewise
  HeldLocks locks;                              // on the memory, while it is accessed

  // When.
  Moment start;                 // of the last of the accesses
  Moment done;                  // not set: in flight
  LazyVector<Moment> alsoDone;  // by calls of other threads, which nothing orders behind the first
  Tick since = 0;               // of a poll: when the first of those was that it stands for; 0: it is the only one

  bool isRma() const { return part == BufferRole::Local || part == BufferRole::Target; }
  /// Accesses of both are alike but for their time.
  bool isLike(const AccessGroup &other) const;
};

using AccessGroupRef = Ref<AccessGroup>;

/// Of a call that accesses memory from now on.
AccessGroupRef accessGroupOf(const Call &call, AccessClass accessClass, BufferRole part, bool writes, const Stamp &now);
/// Likewise, a buffer of one that is not one-sided.
AccessGroupRef accessGroupOf(const Call &call, const MemoryPart &part, const Stamp &now);

}  // namespace lockstep::engine
