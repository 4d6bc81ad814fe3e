#include "engine/races/ThreadBuffers.h"

#include <memory>
#include <utility>

#include "engine/calls/RmaOperation.h"
#include "engine/memory/PlaceBlock.h"

namespace lockstep::engine {

ThreadBuffers::ThreadBuffers(const Order &order, const Windows &windows)
    : races_(order, windows, syncs_, MemoryModel::Unified, Share{}, [this](const Race &race) { take(race); }) {}

/// Races between loads and stores of two threads are not judged here, nor those between buffers of one call.
void ThreadBuffers::take(const Race &race) {
  if (!isOperation(race.older) && !isOperation(race.newer)) return;
  if (isOperation(race.older) && isOperation(race.newer) && madeBy(race.older) == madeBy(race.newer)) return;
  conflicts_.push_back({Ref<const AccessGroup>(&race.older), Ref<const AccessGroup>(&race.newer),
                        isOperation(race.older) && race.isOlderBegun});
}

AccessGroupRef ThreadBuffers::own(const CallPtr &made, const CallPtr &since, const MemoryPart &part,
                                  const Moment &start, const Stamp &now) {
  AccessGroupRef accessGroup = makeRef<AccessGroup>();
  accessGroup->process = since->process;
  accessGroup->thread = since->thread;
  accessGroup->strand = start.strand;
  accessGroup->site = since->site;
  accessGroup->call = made;
  accessGroup->opened = since;
  accessGroup->accessClass = part.isWritten ? AccessClass::Store : AccessClass::Load;
  accessGroup->part = BufferRole::Local;
  accessGroup->writes = part.isWritten;
  accessGroup->argument = part.argument;
  accessGroup->start = start;
  conflicts_.clear();
  forEachRun(part, [&](const ByteRun &run) { races_.access(since->rank(), run, accessGroup, {now}, true); });
  return accessGroup;
}

void ThreadBuffers::forget(const ProcessInfo &process) {
  std::erase_if(segments_, [&](const auto &segment) { return segment.first.first == &process; });
  races_.forgetAll(process.rank);
}

AccessGroupRef ThreadBuffers::activityOf(const ProcessInfo &process, unsigned thread, const trace::Access &access,
                                         const Stamp &now) {
  const bool writes = access.access != trace::AccessKind::Load && access.access != trace::AccessKind::AtomicLoad;
  std::vector<AccessGroupRef> &segment = segments_[{&process, thread}];
  if (!segment.empty() && segment.front()->start != Moment(now)) segment.clear();
  for (const AccessGroupRef &known : segment)
    if (known->site == access.header.site && known->writes == writes) return known;
  AccessGroupRef accessGroup = makeRef<AccessGroup>();
  accessGroup->process = &process;
  accessGroup->thread = thread;
  accessGroup->strand = now.strand;
  accessGroup->site = access.header.site;
  accessGroup->writes = writes;
  accessGroup->accessClass = writes ? AccessClass::Store : AccessClass::Load;
  accessGroup->part = BufferRole::Code;
  accessGroup->start = now;
  accessGroup->done = now;
  segment.push_back(accessGroup);
  return accessGroup;
}

void ThreadBuffers::access(const ProcessInfo &process, unsigned thread, const trace::Access &access, bool isKept,
                           const Stamp &now) {
  conflicts_.clear();
  if (access.bytes == 0 || access.count == 0) return;
  const ByteRun run =
      normalized({static_cast<std::int64_t>(access.address), access.bytes, access.stride, access.count});
  races_.access(process.rank, run, activityOf(process, thread, access, now), {now}, isKept);
}

void ThreadBuffers::access(const ProcessInfo &process, unsigned thread, const trace::AccessBits &accesses, bool isKept,
                           const Stamp &now) {
  conflicts_.clear();
  trace::Access row{};
  row.header = accesses.header;
  row.access = accesses.access;
  races_.access(process.rank, std::make_shared<PlaceBlock>(accesses), activityOf(process, thread, row, now), {now},
                isKept);
}

}  // namespace lockstep::engine
