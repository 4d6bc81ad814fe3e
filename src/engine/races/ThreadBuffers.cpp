#include "engine/races/ThreadBuffers.h"

#include <memory>
#include <utility>

#include "engine/calls/RmaOperation.h"
#include "engine/memory/PlaceBlock.h"

namespace lockstep::engine {

ThreadBuffers::ThreadBuffers(const Order &order)
    : races_(order, noWindows_, syncs_, MemoryModel::Unified, Share{}, [this](const Race &race) { take(race); }) {}

/// Races between loads and stores of two threads are not judged here, nor those between buffers of one call.
void ThreadBuffers::take(const Race &race) {
  if (!isOperation(race.older) && !isOperation(race.newer)) return;
  if (isOperation(race.older) && isOperation(race.newer) && madeBy(race.older) == madeBy(race.newer)) return;
  conflicts_.push_back({Ref<const AccessGroup>(&race.older), Ref<const AccessGroup>(&race.newer),
                        isOperation(race.older) && race.isOlderBegun});
}

AccessGroupRef ThreadBuffers::own(const CallPtr &made, const CallPtr &since, const MemoryPart &part,
                                  const Moment &start, const Stamp &now) {
  AccessGroupRef accessGroup = accessGroupOf(*since, part, now);
  accessGroup->strand = start.strand;
  accessGroup->call = made;
  accessGroup->opened = since;
  accessGroup->part = BufferRole::Local;
  accessGroup->start = start;
  conflicts_.clear();
  forEachRun(part, [&](const ByteRun &run) { races_.access(since->rank(), run, accessGroup, {now}, true); });
  return accessGroup;
}

void ThreadBuffers::forget(const ProcessInfo &process) {
  own_.forget(process);
  races_.forgetAll(process.rank);
}

void ThreadBuffers::access(const ProcessInfo &process, unsigned thread, const trace::Access &access, bool isKept,
                           const Stamp &now) {
  conflicts_.clear();
  if (access.bytes == 0 || access.count == 0) return;
  const ByteRun run =
      normalized({static_cast<std::int64_t>(access.address), access.bytes, access.stride, access.count});
  races_.access(process.rank, run, own_.groupOf(process, thread, access, {}, now), {now}, isKept);
}

void ThreadBuffers::access(const ProcessInfo &process, unsigned thread, const trace::AccessBits &accesses, bool isKept,
                           const Stamp &now) {
  conflicts_.clear();
  races_.access(process.rank, std::make_shared<PlaceBlock>(accesses),
                own_.groupOf(process, thread, commonOf(accesses), {}, now), {now}, isKept);
}

}  // namespace lockstep::engine
