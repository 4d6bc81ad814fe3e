// A batch: the one-sided operations from one place in the code to one target that nothing has completed yet (see
// AccessGroup.h). When it completes, RmaState.h decides.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "engine/calls/AccessGroup.h"
#include "engine/calls/Call.h"
#include "engine/memory/MemoryPart.h"
#include "engine/support/Ref.h"

namespace lockstep::engine {

/// A buffer of a call in its own process, and the locks that protect it there.
struct LocalBuffer {
  int argument = -1;
  bool isWritten = false;
  MemoryPart part;
  HeldLocks locks;
};

struct Batch : Counted {
  AccessGroupRef reads;   // local buffer; may be null
  AccessGroupRef swaps;   // second local buffer that is read; may be null
  AccessGroupRef writes;  // local buffer that is written; may be null
  AccessGroupRef target;
  const Window *window = nullptr;
  int targetRank = -1;
  mpi::EpochKind epoch = mpi::EpochKind::None;
  std::uint64_t fence = 0;  // number of the fence that opened the epoch
  MeetingPtr meeting;       // of the start that opened the epoch
  bool follows = false;     // another batch with the same target decides when this one completes there
  bool onlyReadsTarget = false;
  Moment start;  // of the last operation

  std::array<const AccessGroupRef *, 3> locals() const { return {&reads, &swaps, &writes}; }
  /// The access group of the local buffer at this argument; null: none yet.
  AccessGroupRef &localAt(int argument, bool isWritten);

  void completeLocally(const Moment &when) const;
  void completeAtTarget(const Moment &when) const;
  /// Its local buffers are the program's again.
  bool isOverLocally() const;
  bool isOver() const;

  /// Whether another operation may use these access groups. Those that are over are left behind.
  bool takesIn(std::span<const LocalBuffer> buffers);
};
using BatchPtr = Ref<Batch>;

}  // namespace lockstep::engine
