// The memory accessed by a one-sided call: its local buffers, and the target's bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/calls/AccessGroup.h"
#include "engine/calls/Call.h"
#include "engine/calls/Footprint.h"
#include "engine/memory/MemoryPart.h"
#include "engine/objects/Windows.h"
#include "mpi/Rma.h"

namespace lockstep::engine {

struct RmaOperation {
  const Window *window = nullptr;
  int target = -1;  // world rank
  AccessClass accessClass{};
  bool writesTarget = false;
  bool readsTarget = false;     // and returns the data to the origin
  std::int64_t op = 0;          // kSwap for compare_and_swap
  mpi::PredefinedType basic{};  // of an accumulate
  std::uint32_t basicBytes = 1;
  Elements elements;              // at the target; the call must outlive them
  std::int64_t displacement = 0;  // in displacement units of the target
};

/// As far as the call alone tells: with neither window nor target. None for one that is no one-sided operation, or that
/// moves no data.
std::optional<RmaOperation> rmaOperation(const Call &call);
/// None also for a call whose target is MPI_PROC_NULL or not known.
std::optional<RmaOperation> rmaOperation(const Call &call, const Windows &windows);

/// The operation's bytes at its target, as addresses there; none if these are invalid.
std::optional<MemoryPart> targetMemory(const RmaOperation &operation, const WindowPart &part);

/// The part of an operation outside the memory exposed by the target: as offsets from the beginning of its part, or as
/// addresses in a dynamic window.
struct Overrun {
  std::int64_t first = 0;
  std::int64_t end = 0;
};
std::optional<Overrun> overrunOf(const RmaOperation &operation, const WindowPart &part);

/// Whether some byte of the part is in none of the spans.
bool reachesOutside(const MemoryPart &part, std::vector<Span> spans);

/// Calls `visit(argument, writes, part)` for every significant local buffer.
template <class Visit>
void forEachLocalBuffer(const Call &call, Visit visit) {
  for (const mpi::BufferPlan &plan : call.routine->buffers())
    if (const auto part = localBuffer(call, plan)) visit(part->argument, part->isWritten, *part);
}

/// Calls `visit(run)` for the bytes of the part, by address.
template <class Visit>
void forEachRun(const MemoryPart &part, Visit visit) {
  forEachByteRun(part.elements, [&](ByteRun run) {
    if (run.length == 0 || run.count == 0) return true;
    run.offset += part.address;
    visit(normalized(run));
    return true;
  });
}

/// Calls `visit(owner, run)` for the pieces of the part, which the process of the rank sees at its addresses.
template <class Visit>
void forEachPiece(const Windows &windows, int rank, const MemoryPart &part, Visit visit) {
  forEachRun(part, [&](const ByteRun &run) { windows.translate(rank, run, visit); });
}

}  // namespace lockstep::engine
