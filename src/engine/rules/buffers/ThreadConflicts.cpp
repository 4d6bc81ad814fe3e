#include "engine/rules/buffers/ThreadConflicts.h"

#include <algorithm>
#include <iterator>

#include "engine/calls/Footprint.h"

namespace lockstep::engine {

bool mayBeExposed(const MemoryPart &part, const ProcessContext &context) {
  return !context.exposed().isEmpty() && context.exposed().hasByteOf({part.first, part.end});
}

bool ThreadConflicts::track(const ProcessInfo &process, PendingOperations &pending, const ProcessContext &context) {
  if (!process.hasOtherThreads) return false;
  if (!buffers_) buffers_.emplace(context.order());
  if (threaded_.insert(&process).second)
    pending.forEach([&](const MemoryPart &part, PendingOperations::Use &use) {
      if (!mayBeExposed(part, context))
        use.accessGroup = buffers_->own(use.made, use.since, part, use.start, context.now());
    });
  return true;
}

AccessGroupRef ThreadConflicts::use(const CallPtr &made, const CallPtr &since, const MemoryPart &part,
                                    ProcessContext &context) {
  if (mayBeExposed(part, context)) return {};
  meet(context.process(), since->thread);
  return buffers_->own(made, since, part, context.now(), context.now());
}

void ThreadConflicts::letGo(const Call &call, const ProcessContext &context) {
  const auto held = held_.empty() ? held_.end() : held_.find(&call);
  if (held == held_.end()) return;
  for (const AccessGroupRef &accessGroup : held->second) accessGroup->done = context.now();
  held_.erase(held);
}

void ThreadConflicts::noteMemory(const Call &call) {
  for (const KnownMemory &memory : call.memory) {
    if (memory.kind != trace::MemoryKind::Variable || memory.argument >= call.arguments.size()) continue;
    const auto address = static_cast<std::uint64_t>(call.arguments[memory.argument]);
    Variables &variables = variables_[*call.process];
    if (variables.size() < kMostVariables) variables.insert_or_assign(address - memory.before, address + memory.bytes);
  }
}

void ThreadConflicts::forget(const ProcessInfo &process) {
  variables_.forget(process);
  if (buffers_) buffers_->forget(process);
  std::erase_if(held_, [&](const auto &held) { return held.first->process == &process; });
  threaded_.erase(&process);
  std::erase_if(strangers_, [&](const auto &stranger) { return stranger.first == &process; });
}

void ThreadConflicts::meet(const Process &process, unsigned thread) {
  if (!process.constructs.at(thread).isKnown) strangers_.emplace(&process, thread);
}

/// Of both it is known what they come behind.
bool ThreadConflicts::isOrderKnown(const AccessGroup &older, const AccessGroup &newer,
                                   const ProcessContext &context) const {
  const auto isStranger = [&](const AccessGroup &accessGroup) {
    return strangers_.contains({accessGroup.process, accessGroup.thread});
  };
  return !context.process().constructs.isBlind() && !isStranger(older) && !isStranger(newer);
}

/// Both calls have used the same variable. A block of the heap may be another one by then: not every free is recorded.
bool ThreadConflicts::isSameObject(const AccessGroup &older, const Call &newer) {
  const Variables &variables = variables_[*newer.process];
  const auto overlapping = [&](const MemoryPart &part) {
    const auto behind = variables.upper_bound(part.first);
    return behind != variables.begin() && std::prev(behind)->second > part.first;
  };
  return older.process == newer.process && std::ranges::any_of(footprintOf(newer), overlapping);
}

/// The older one is complete, and it is not known what orders the two; or its memory is another object by now.
bool ThreadConflicts::isHarmless(const ThreadBuffers::Conflict &conflict, const ProcessContext &context) {
  if (!conflict.older->done.isSet()) return false;
  if (!isOrderKnown(*conflict.older, *conflict.newer, context)) return true;
  return ThreadBuffers::isOperation(*conflict.older) && ThreadBuffers::isOperation(*conflict.newer) &&
         !isSameObject(*conflict.older, *ThreadBuffers::madeBy(*conflict.newer));
}

}  // namespace lockstep::engine
