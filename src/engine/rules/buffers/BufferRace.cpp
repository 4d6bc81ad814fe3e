// buffer-race: an operation, load or store on memory that a pending operation of the process writes, or reads while
// this one writes.
//
// From its start to the return of the call that completes it an operation owns its buffers (PendingOperations.h), and a
// nonblocking collective also its arrays of counts and displacements. Every new operation is reported against the one
// that was started last, since earlier ones have been reported against that. Events of a process come in their real
// order, so what overlaps here was pending at the same time. What counts in a process with several threads is in
// ThreadConflicts.h.
//
// Memory that is given back, to the heap or by the return of the function whose variable it is, while an operation owns
// it is one finding for all operations: what others do to that memory later, and that the operations go on, follows
// from it. Where a window exposes the memory too, that is WindowMemory's.
#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <vector>

#include "engine/Rule.h"
#include "engine/calls/Footprint.h"
#include "engine/memory/PlaceBlock.h"
#include "engine/process/PerProcess.h"
#include "engine/races/OwnAccesses.h"
#include "engine/races/PendingOperations.h"
#include "engine/rules/buffers/BufferReport.h"
#include "engine/rules/buffers/FreedSends.h"
#include "engine/rules/buffers/ThreadConflicts.h"
#include "engine/rules/buffers/UserOperations.h"

namespace lockstep::engine {
namespace {

using mpi::Effect;
using mpi::Role;
using mpi::Timing;

/// A partitioned send owns nothing before its partitions are declared ready.
const std::vector<MemoryPart> &partsAtStart(const Call &made) {
  static const std::vector<MemoryPart> kNothing;
  const bool isReadyLater = made.routine->cls == mpi::Class::Partition && made.routine->indexOf(Role::ReadBuffer) >= 0;
  return isReadyLater ? kNothing : footprintOf(made);
}

bool names(const Call &ready, std::int64_t partition) {
  if (const int list = ready.routine->indexOf(Role::PartitionList); list >= 0)
    return std::ranges::count(ready.array(list), partition) > 0;
  const std::int64_t first = ready.argument(Role::Partition).value_or(0);
  return partition >= first && partition <= ready.argument(Role::LastPartition).value_or(first);
}

std::optional<BufferConflict> conflictWith(const Call &other, std::span<const MemoryPart> parts) {
  for (const MemoryPart &theirs : footprintOf(other))
    for (const MemoryPart &ours : parts)
      if ((theirs.isWritten || ours.isWritten) && overlap(theirs, ours))
        return BufferConflict{other.self(), other.self(), theirs.isWritten, ours.isWritten};
  return std::nullopt;
}

/// Calls with buffers that they have until they return.
bool holdsBuffers(const Call &call) {
  return call.routine->timing != Timing::Nonblocking && call.routine->timing != Timing::Persistent &&
         hasFootprint(*call.routine);
}

class BufferRace final : public ProcessRule {
 public:
  void onEnter(const Call &call, ProcessContext &context) override;
  void onLeave(const Call &call, const Result &result, ProcessContext &context) override;
  void onStarted(const Operation &operation, const Call &start, ProcessContext &context) override;
  void onAccess(const Process &process, unsigned thread, const trace::Access &access, ProcessContext &context) override;
  void onAccesses(const Process &process, unsigned thread, const trace::AccessBits &accesses,
                  ProcessContext &context) override;
  void onReleased(const Process &process, Span memory, const Release &release, ProcessContext &context) override;

  void onCompleted(const Operation &operation, const Call &completion, ProcessContext &context) override {
    pendingOf(*completion.process, context).complete(operation, completion, context.now());
  }

  void onRequest(const RequestNote &note, ProcessContext &context) override {
    if (note.what != RequestNote::What::FreedActive) return;
    if (FreedSends::isSend(*note.operation)) return freedSends_.add(*note.operation);
    pendingOf(*note.call->process, context).complete(*note.operation->made, context.now());
  }

  void onFreed(const Process &process, Span memory, ProcessContext &) override { threads_.forget(process, memory); }
  void onMemory(const Call &call, ProcessContext &) override { threads_.noteMemory(call); }
  void onProcessEnd(const Process &process, ProcessContext &) override { forget(process); }

 private:
  using Pending = PendingOperations::Pending;

  bool trackThreads(const ProcessInfo &process, const ProcessContext &context) {
    return process.hasOtherThreads && threads_.track(process, pending_[process], context);
  }
  PendingOperations &pendingOf(const ProcessInfo &process, const ProcessContext &context) {
    trackThreads(process, context);
    return pending_[process];
  }
  void forget(const ProcessInfo &process);

  void declareReady(const Call &call, ProcessContext &context);
  void begin(const CallPtr &made, const CallPtr &since, const std::vector<MemoryPart> &parts, ProcessContext &context);
  void use(Pending &operation, const MemoryPart &part, const CallPtr &since, ProcessContext &context);
  AccessGroupRef useAmongThreads(const CallPtr &made, const CallPtr &since, const MemoryPart &part,
                                 ProcessContext &context);
  void hold(const Call &call, const std::vector<MemoryPart> &parts, ProcessContext &context);

  void judge(std::span<const MemoryPart> parts, const Call &made, const Call &since, ProcessContext &context);
  std::optional<BufferConflict> conflictInside(std::span<const MemoryPart> parts, unsigned thread,
                                               const ProcessContext &context) const;
  std::optional<BufferConflict> conflictOf(const MemoryPart &part, const Process &process, unsigned thread,
                                           const ProcessContext &context);
  void reportAmongThreads(ProcessContext &context);
  void report(const ThreadBuffers::Conflict &found, ProcessContext &context);
  bool isExempt(const Call &made, const ProcessContext &context) const {
    return freedSends_.isOver(made, context) || userOperations_.isByItself(made, context);
  }

  PerProcess<PendingOperations> pending_;
  FreedSends freedSends_;
  UserOperations userOperations_;
  ThreadConflicts threads_;
  BufferReport report_;
};

// What owns memory.

void BufferRace::onEnter(const Call &call, ProcessContext &context) {
  if (call.rank() < 0) return;
  if (call.routine->effect == Effect::Ready) return declareReady(call, context);
  if (!hasFootprint(*call.routine) || call.routine->timing == Timing::Persistent) return;
  const bool goesOn = call.routine->timing == Timing::Nonblocking;
  const bool isThreaded = trackThreads(*call.process, context);
  if (!goesOn && pending_[*call.process].isEmpty() && !isThreaded && call.process->mpiThreads <= 1) return;
  const std::vector<MemoryPart> &parts = footprintOf(call);
  judge(parts, call, call, context);
  if (goesOn && !parts.empty()) return begin(call.self(), call.self(), parts, context);
  if (isThreaded && call.routine->timing == Timing::Blocking) hold(call, parts, context);
}

void BufferRace::onLeave(const Call &call, const Result &result, ProcessContext &context) {
  threads_.letGo(call, context);
  if (call.routine->effect == Effect::Finalize) return forget(*call.process);
  userOperations_.take(call, result);
  PendingOperations &pending = pendingOf(*call.process, context);
  if (call.rank() >= 0) freedSends_.completeReceived(*call.process, pending, context);
  if (call.routine->timing == Timing::Nonblocking) return pending.leave(call, result, context.now());
  const bool isArrived = call.routine->effect == Effect::Arrived;
  if (!isArrived && call.routine->cls != mpi::Class::RequestQuery) return;
  const auto handle = call.argument(Role::RequestValue);
  if (!handle || written(call, result, Role::Flag).value_or(0) == 0) return;
  if (!isArrived) return pending.completeAllOf(*handle, context.now());
  if (Pending *operation = pending.find(*handle))
    pending.completePartition(*operation, call.argument(Role::Partition).value_or(-1), context.now());
}

void BufferRace::onStarted(const Operation &operation, const Call &start, ProcessContext &context) {
  const Call &made = *operation.made;
  if (start.rank() < 0 || !hasFootprint(*made.routine)) return;
  const std::vector<MemoryPart> &parts = partsAtStart(made);
  judge(parts, made, start, context);
  begin(operation.made, start.self(), parts, context);
  pending_[*start.process].setHandle(made, operation.handle);
}

void BufferRace::declareReady(const Call &call, ProcessContext &context) {
  Pending *operation = pending_[*call.process].find(call.argument(Role::RequestValue).value_or(trace::kNullHandle));
  if (operation == nullptr || operation->isGone) return;
  std::vector<MemoryPart> ready;
  for (const MemoryPart &part : footprintOf(*operation->made))
    if (names(call, part.partition)) ready.push_back(part);
  judge(ready, *operation->made, call, context);
  for (const MemoryPart &part : ready) use(*operation, part, call.self(), context);
}

/// Nothing goes on behind the end of MPI: what was lost is another error.
void BufferRace::forget(const ProcessInfo &process) {
  pending_.forget(process);
  threads_.forget(process);
  freedSends_.forget(process);
  userOperations_.forget(process);
}

void BufferRace::begin(const CallPtr &made, const CallPtr &since, const std::vector<MemoryPart> &parts,
                       ProcessContext &context) {
  Pending &operation = pending_[*since->process].begin(made, since);
  for (const MemoryPart &part : parts) use(operation, part, since, context);
}

void BufferRace::use(Pending &operation, const MemoryPart &part, const CallPtr &since, ProcessContext &context) {
  PendingOperations::Use &use = pending_[*since->process].use(operation, part, since, context.now());
  if (trackThreads(*since->process, context)) use.accessGroup = useAmongThreads(operation.made, since, part, context);
}

AccessGroupRef BufferRace::useAmongThreads(const CallPtr &made, const CallPtr &since, const MemoryPart &part,
                                           ProcessContext &context) {
  AccessGroupRef accessGroup = threads_.use(made, since, part, context);
  if (accessGroup) reportAmongThreads(context);
  return accessGroup;
}

void BufferRace::hold(const Call &call, const std::vector<MemoryPart> &parts, ProcessContext &context) {
  for (const MemoryPart &part : parts)
    if (AccessGroupRef accessGroup = useAmongThreads(call.self(), call.self(), part, context))
      threads_.hold(call, std::move(accessGroup));
}

// What conflicts with it.

void BufferRace::judge(std::span<const MemoryPart> parts, const Call &made, const Call &since,
                       ProcessContext &context) {
  std::vector<MemoryPart> exposed;
  if (trackThreads(*since.process, context)) {
    std::ranges::copy_if(parts, std::back_inserter(exposed),
                         [&](const MemoryPart &part) { return mayBeExposed(part, context); });
    parts = exposed;
  }
  if (parts.empty()) return;
  auto conflict = pending_[*since.process].conflictOf(
      parts, &made, [&](const Call &other) { return freedSends_.isOver(other, context); });
  if (!conflict) conflict = conflictInside(parts, since.thread, context);
  if (conflict) report_.reportCall(*conflict, made, since, context);
}

/// With a call that another thread is inside.
std::optional<BufferConflict> BufferRace::conflictInside(std::span<const MemoryPart> parts, unsigned thread,
                                                         const ProcessContext &context) const {
  std::optional<BufferConflict> found;
  context.process().inside.forEachOther(thread, [&](const Call &other) {
    if (!found && holdsBuffers(other) && !userOperations_.isByItself(other, context))
      found = conflictWith(other, parts);
  });
  return found;
}

std::optional<BufferConflict> BufferRace::conflictOf(const MemoryPart &part, const Process &process, unsigned thread,
                                                     const ProcessContext &context) {
  std::optional<BufferConflict> conflict;
  if (const PendingOperations &pending = pending_[process]; !pending.isEmpty())
    conflict = pending.conflictOf({&part, 1}, nullptr, [&](const Call &made) { return isExempt(made, context); });
  return conflict ? conflict : conflictInside({&part, 1}, thread, context);
}

void BufferRace::onAccess(const Process &process, unsigned thread, const trace::Access &access,
                          ProcessContext &context) {
  const bool isThreaded = trackThreads(process, context);
  if (pending_[process].isEmpty() && !isThreaded) return;
  const ByteRun run{static_cast<std::int64_t>(access.address), access.bytes, access.stride, access.count};
  const auto part = memoryPart(run, isWrite(access.access));
  if (!part) return;
  if (isThreaded && !mayBeExposed(*part, context)) {
    threads_.access(process, thread, access, context);
    return reportAmongThreads(context);
  }
  if (const auto conflict = conflictOf(*part, process, thread, context))
    report_.reportAccess(*conflict, thread, access.header.site, context);
}

/// One by one only where something between the first and the last of them is pending, or in windows of a process with
/// several threads.
void BufferRace::onAccesses(const Process &process, unsigned thread, const trace::AccessBits &accesses,
                            ProcessContext &context) {
  const bool isThreaded = trackThreads(process, context);
  const PendingOperations &pending = pending_[process];
  if (pending.isEmpty() && !isThreaded) return;
  const auto hull = memoryPart(hullOf(accesses), isWrite(accesses.access));
  if (!hull) return;
  if (isThreaded && !mayBeExposed(*hull, context)) {
    threads_.access(process, thread, accesses, context);
    return reportAmongThreads(context);
  }
  const auto isNever = [](const Call &) { return false; };
  if (isThreaded || pending.conflictOf({&*hull, 1}, nullptr, isNever))
    ProcessRule::onAccesses(process, thread, accesses, context);
}

void BufferRace::onReleased(const Process &process, Span memory, const Release &release, ProcessContext &context) {
  const auto part = memoryPart({static_cast<std::int64_t>(memory.first), memory.end - memory.first, 0, 1}, true);
  if (!part) return;
  PendingOperations &pending = pending_[process];
  auto conflict =
      pending.conflictOf({&*part, 1}, nullptr, [&](const Call &made) { return freedSends_.isOver(made, context); });
  if (!conflict) conflict = pending.partitionedIn(*part);
  if (!conflict) conflict = conflictInside({&*part, 1}, release.thread, context);
  std::vector<report::Site> others;
  pending.release(*part, context.now(), [&](const PendingOperations::Use &use) {
    if (conflict && use.since != conflict->since) others.push_back(pendingAt(*use.since));
  });
  threads_.forget(process, memory);
  if (conflict && !context.exposed().hasByteOf(memory))
    report_.reportRelease(*conflict, release, std::move(others), context);
}

// Several threads.

/// An operation is reported against the one that was started last, since earlier ones have been reported against that;
/// and against all that threads did before.
void BufferRace::reportAmongThreads(ProcessContext &context) {
  const ThreadBuffers::Conflict *latest = nullptr;
  threads_.forEachConflict(context, [&](const ThreadBuffers::Conflict &conflict) {
    if (!ThreadBuffers::isOperation(*conflict.older)) return report(conflict, context);
    if (isExempt(*ThreadBuffers::madeBy(*conflict.older), context)) return;
    if (latest == nullptr ||
        ThreadBuffers::startedBy(*latest->older)->number < ThreadBuffers::startedBy(*conflict.older)->number)
      latest = &conflict;
  });
  if (latest != nullptr) report(*latest, context);
}

void BufferRace::report(const ThreadBuffers::Conflict &found, ProcessContext &context) {
  const bool isOlderOperation = ThreadBuffers::isOperation(*found.older);
  const AccessGroup &operation = isOlderOperation ? *found.older : *found.newer;
  const AccessGroup &other = isOlderOperation ? *found.newer : *found.older;
  const BufferConflict conflict{ThreadBuffers::madeBy(operation), ThreadBuffers::startedBy(operation), operation.writes,
                                other.writes, !found.isOlderBegun};
  if (!ThreadBuffers::isOperation(other)) return report_.reportAccess(conflict, other.thread, other.site, context);
  report_.reportCall(conflict, *ThreadBuffers::madeBy(other), *ThreadBuffers::startedBy(other), context);
}

const Registration<BufferRace> kRegistration(report::rule("buffer-race"));

}  // namespace
}  // namespace lockstep::engine
