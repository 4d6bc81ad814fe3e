#include "engine/races/Batch.h"

#include <algorithm>

namespace lockstep::engine {
namespace {

void complete(const AccessGroupRef &accessGroup, const Moment &when) {
  if (accessGroup && !accessGroup->done.isSet()) accessGroup->done = when;
}

}  // namespace

AccessGroupRef &Batch::localAt(int argument, bool isWritten) {
  if (isWritten) return writes;
  return reads && reads->argument != argument ? swaps : reads;
}

void Batch::completeLocally(const Moment &when) const {
  for (const AccessGroupRef *local : locals()) complete(*local, when);
  if (onlyReadsTarget) completeAtTarget(when);
}

void Batch::completeAtTarget(const Moment &when) const { complete(target, when); }

bool Batch::isOverLocally() const {
  return std::ranges::all_of(locals(), [](const AccessGroupRef *local) { return !*local || (*local)->done.isSet(); });
}

bool Batch::isOver() const { return isOverLocally() && (follows || !target || target->done.isSet()); }

/// The same locks have to protect the buffers.
bool Batch::takesIn(std::span<const LocalBuffer> buffers) {
  if (isOverLocally()) {
    reads = nullptr;
    swaps = nullptr;
    writes = nullptr;
  }
  return std::ranges::all_of(buffers, [&](const LocalBuffer &buffer) {
    const AccessGroupRef &accessGroup = localAt(buffer.argument, buffer.isWritten);
    return !accessGroup || accessGroup->locks == buffer.locks;
  });
}

}  // namespace lockstep::engine
