#include "engine/rules/rma/RmaOperations.h"

#include <utility>

namespace lockstep::engine {
namespace {

using mpi::EpochKind;

/// Where the target's memory is, if that is known.
const WindowPart *partOf(const Batch &batch) {
  const WindowPart *part = batch.window->part(batch.targetRank);
  return part != nullptr && part->isMapped ? part : nullptr;
}

AccessGroupRef targetGroup(const Call &call, const RmaOperation &operation, const AccessEpoch &epoch,
                           const Stamp &now) {
  AccessGroupRef target = accessGroupOf(call, operation.accessClass, BufferRole::Target, operation.writesTarget, now);
  target->window = operation.window;
  target->target = operation.target;
  target->epoch = epoch.kind;
  target->opened = epoch.opened;
  target->op = operation.op;
  target->basic = operation.basic;
  target->basicBytes = operation.basicBytes;
  target->locks = epoch.locks;
  return target;
}

AccessGroupRef localGroup(const Call &call, const RmaOperation &operation, const Batch &batch, LocalBuffer &buffer,
                          const Stamp &now) {
  AccessGroupRef local = accessGroupOf(call, buffer.isWritten ? AccessClass::Store : AccessClass::Load,
                                       BufferRole::Local, buffer.isWritten, now);
  local->argument = buffer.argument;
  local->window = operation.window;
  local->target = operation.target;
  local->epoch = batch.epoch;
  local->opened = batch.target->opened;
  local->locks = std::move(buffer.locks);
  return local;
}

}  // namespace

HeldLocks withSections(HeldLocks locks, std::span<const CriticalSectionPtr> sections) {
  for (const CriticalSectionPtr &section : sections) locks.push_back({.section = section});
  return locks;
}

void RmaOperations::begin(const Call &call, Context &context) {
  const auto operation = rmaOperation(call, context.windows());
  if (!operation) return;
  AccessEpoch epoch = state_.epochOf(call, *operation);
  if (epoch.kind == EpochKind::None) return;  // an error by itself
  epoch.locks = withSections(std::move(epoch.locks), context.values().heldBy(*call.process));
  const Stamp now = context.now();
  findBuffers(call, context);
  const BatchPtr batch = state_.batchOf(call, *operation, epoch, buffers_, now);
  if (!batch->target) batch->target = targetGroup(call, *operation, epoch, now);
  batch->target->start = now;
  accessLocally(call, *operation, *batch, context);
  // What waits for an epoch is tried again when its target begins one.
  const auto before = deferred_.find(operation->target);
  const bool isNewlyPlaced =
      before != deferred_.end() && !before->second.front().isPlaced && partOf(*before->second.front().batch) != nullptr;
  if (isNewlyPlaced) retry(operation->target, context);
  if (!accessTarget(call, *batch, now, context))
    deferred_[operation->target].push_back({call.self(), batch, now, partOf(*batch) != nullptr});
}

/// The local buffers of the operation, and what protects them now.
void RmaOperations::findBuffers(const Call &call, const Context &context) {
  buffers_.clear();
  forEachLocalBuffer(call, [&](int argument, bool writes, const MemoryPart &part) {
    HeldLocks locks = withSections(state_.locks().around(call, part), context.values().heldBy(*call.process));
    buffers_.push_back({argument, writes, part, std::move(locks)});
  });
}

void RmaOperations::accessLocally(const Call &call, const RmaOperation &operation, Batch &batch, Context &context) {
  const Stamp &now = context.now();
  for (LocalBuffer &buffer : buffers_) {
    AccessGroupRef &accessGroup = batch.localAt(buffer.argument, buffer.isWritten);
    if (!accessGroup) accessGroup = localGroup(call, operation, batch, buffer, now);
    accessGroup->start = now;
    forEachPiece(context.windows(), call.rank(), buffer.part,
                 [&](int owner, const ByteRun &piece) { races_.access(owner, piece, accessGroup, {now}, true); });
  }
}

/// False when it has to wait for the target.
bool RmaOperations::accessTarget(const Call &call, const Batch &batch, const Stamp &start, Context &context) {
  const WindowPart *part = partOf(batch);
  if (part == nullptr) return false;
  const auto opening = state_.openingOf(batch);
  if (!opening) return false;
  const auto operation = rmaOperation(call, context.windows());
  if (overrunOf(*operation, *part)) return true;
  const auto memory = targetMemory(*operation, *part);
  if (!memory || part->isGone({memory->first, memory->end})) return true;
  forEachPiece(context.windows(), batch.targetRank, *memory, [&](int owner, const ByteRun &piece) {
    races_.access(owner, piece, batch.target, {start, *opening}, true);
  });
  return true;
}

void RmaOperations::retry(int target, Context &context) {
  const auto waiting = deferred_.find(target);
  if (waiting == deferred_.end()) return;
  std::deque<Deferred> still;
  for (Deferred &deferred : waiting->second) {
    if (accessTarget(*deferred.call, *deferred.batch, deferred.start, context)) continue;
    deferred.isPlaced = partOf(*deferred.batch) != nullptr;
    still.push_back(std::move(deferred));
  }
  waiting->second = std::move(still);
  if (waiting->second.empty()) deferred_.erase(waiting);
}

}  // namespace lockstep::engine
