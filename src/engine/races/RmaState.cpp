#include "engine/races/RmaState.h"

#include <algorithm>

#include "engine/calls/Synchronization.h"
#include "mpi/Rma.h"

namespace lockstep::engine {
namespace {

using mpi::Effect;
using mpi::EpochKind;
using mpi::Role;

void finish(const AccessGroupRef &accessGroup, const Moment &when) {
  if (accessGroup && !accessGroup->done.isSet()) accessGroup->done = when;
}

void finishLocally(const Batch &batch, const Moment &when) {
  finish(batch.reads, when);
  finish(batch.swaps, when);
  finish(batch.writes, when);
  if (batch.onlyReadsTarget) finish(batch.target, when);
}

/// The program may use the batch's local buffers again.
bool isOverLocally(const Batch &batch) {
  const auto isDone = [](const AccessGroupRef &accessGroup) { return !accessGroup || accessGroup->done.isSet(); };
  return isDone(batch.reads) && isDone(batch.swaps) && isDone(batch.writes);
}

bool isOver(const Batch &batch) {
  return isOverLocally(batch) && (batch.follows || !batch.target || batch.target->done.isSet());
}

/// The buffers are protected by the same locks as those of the batch.
bool isProtectedAlike(Batch &batch, std::span<const LocalBuffer> buffers) {
  return std::ranges::all_of(buffers, [&](const LocalBuffer &buffer) {
    const AccessGroupRef &accessGroup = batch.localAt(buffer.argument, buffer.isWritten);
    return !accessGroup || accessGroup->locks == buffer.locks;
  });
}

/// A completion by one thread may be ordered after one operation of another thread and not after the next: no batches
/// then.
bool hasSeveralCallers(const ProcessInfo &process) { return process.hasManyThreads || process.mpiThreads > 1; }

constexpr std::size_t kMostCompleted = 4096;

}  // namespace

const Window *RmaState::windowOf(const Call &call) const {
  const auto window = call.argument(Role::Window);
  const auto handle = window ? window : call.argument(Role::FreedWindow);
  return handle ? windows_.find(*handle) : nullptr;
}

RmaState::Epochs *RmaState::find(const ProcessInfo &process, const Window &window) {
  const auto known = epochs_.find({&process, &window});
  return known == epochs_.end() ? nullptr : &known->second;
}

bool RmaState::isOrdered(const Batch &batch, const Stamp &now) const { return order_.before(batch.start, now); }

void RmaState::enter(const Call &call, const Stamp &now) {
  const mpi::Synchronization sync = synchronization(call);
  const bool isComplete = sync.kind == EpochKind::Access && sync.closes;
  if (!isComplete && sync.kind != EpochKind::Fence && call.routine->effect != Effect::WinFree) return;
  const Window *window = windowOf(call);
  if (window == nullptr) return;
  if (!isComplete) return enterFence(call, *window, now);
  if (Epochs *epochs = find(*call.process, *window)) enterComplete(*epochs, now);
}

/// A fence completes the process's operations, at target and origin, for everyone who returns from it: then others may
/// read data that a get stored in a window. Freeing the window does the same.
void RmaState::enterFence(const Call &call, const Window &window, const Stamp &now) {
  Epochs &epochs = epochs_[{call.process, &window}];
  const mpi::Synchronization sync = synchronization(call);
  if (sync.kind == EpochKind::Fence) {
    ++epochs.fences;
    fences_[&window][call.rank()].calls.push_back(now);
    if (!sync.closes) return;
  }
  for (const BatchPtr &batch : epochs.pending)
    if (batch->epoch == EpochKind::Fence && isOrdered(*batch, now)) {
      finishLocally(*batch, now);
      finish(batch->target, now);
    }
}

void RmaState::leaveFence(const Call &call, const Window &window, const Stamp &now) {
  Epochs &epochs = epochs_[{call.process, &window}];
  const mpi::Synchronization sync = synchronization(call);
  epochs.isFenced = sync.opens;
  epochs.fence = call.self();
  if (!sync.closes) return;
  std::erase_if(epochs.pending, [&](const BatchPtr &batch) {
    if (batch->epoch != EpochKind::Fence || !isOrdered(*batch, now)) return false;
    finishLocally(*batch, now);
    return isOver(*batch);
  });
  epochs.forgetNewest();
  // All members have called this fence: earlier ones are not needed any more.
  std::uint64_t &forgotten = forgottenFences_[&window];
  if (forgotten >= epochs.fences) return;
  forgotten = epochs.fences;
  for (auto &[rank, fences] : fences_[&window])
    for (; fences.first < epochs.fences && !fences.calls.empty(); ++fences.first) fences.calls.pop_front();
}

void RmaState::hold(const Call &call, const Window &window, bool isExclusive) {
  const auto target = windows_.targetOf(call);
  if (!target && call.routine->indexOf(Role::Target) >= 0) return;  // no process is locked
  held_[call.process].push_back(
      {&window, target.value_or(-1), isExclusive, !hasAssertion(call, mpi::kNoCheck), call.self()});
}

bool RmaState::isReleased(const HeldLock &lock, const Call &call, const Window &window) const {
  if (lock.window != &window) return false;
  const auto target = windows_.targetOf(call);
  if (!target && call.routine->indexOf(Role::Target) >= 0) return false;
  return lock.target == target.value_or(-1);
}

void RmaState::release(const Call &call, const Window &window) {
  const auto held = held_.find(call.process);
  if (held == held_.end()) return;
  std::erase_if(held->second, [&](const HeldLock &lock) { return isReleased(lock, call, window); });
  if (held->second.empty()) held_.erase(held);
}

void RmaState::unprotect(const Call &call, AccessGroup &accessGroup) const {
  const Window *window = windowOf(call);
  if (window == nullptr || accessGroup.done.isSet()) return;
  std::erase_if(accessGroup.locks, [&](const HeldLock &lock) { return isReleased(lock, call, *window); });
}

/// Pending operations on other targets and windows may still access the memory that the lock protected.
void RmaState::unprotect(const Call &call) const {
  for (auto of = epochs_.lower_bound({call.process, nullptr}); of != epochs_.end(); ++of) {
    if (of->first.first != call.process) return;
    for (const BatchPtr &batch : of->second.pending)
      for (const AccessGroupRef *accessGroup : {&batch->reads, &batch->swaps, &batch->writes})
        if (*accessGroup && !(*accessGroup)->locks.empty()) unprotect(call, **accessGroup);
  }
}

void RmaState::addLocksOn(const ProcessInfo &process, int owner, Span memory, HeldLocks &locks) const {
  const auto held = held_.find(&process);
  if (held == held_.end()) return;
  for (const HeldLock &lock : held->second) {
    if ((lock.target >= 0 && lock.target != owner) || lock.window->part(owner) == nullptr) continue;
    bool protects = false;
    windows_.forEachSpan(*lock.window, owner, [&](const Span &span) { protects |= span.meets(memory); });
    if (protects && std::ranges::find(locks, lock) == locks.end()) locks.push_back(lock);
  }
}

AccessGroupRef &Batch::localAt(int argument, bool isWritten) {
  if (isWritten) return writes;
  return reads && reads->argument != argument ? swaps : reads;
}

/// Whether a flush or unlock completes the batch.
bool RmaState::covers(const Call &call, const Window &window, const Batch &batch) const {
  if (batch.window != &window || batch.epoch == EpochKind::Fence || batch.epoch == EpochKind::Access) return false;
  return call.routine->indexOf(Role::Target) < 0 || windows_.targetOf(call) == batch.targetRank;
}

void RmaState::completeLocally(Epochs &epochs, const Call &call, const Window &window, const Stamp &now,
                               bool alsoRemotely) {
  completeAgain(epochs, call, window, now, alsoRemotely);
  const bool isKept = hasSeveralCallers(*call.process);
  std::erase_if(epochs.pending, [&](const BatchPtr &batch) {
    if (!covers(call, window, *batch) || !isOrdered(*batch, now)) return false;
    finishLocally(*batch, now);
    if (alsoRemotely) finish(batch->target, now);
    if (isKept) epochs.completed.push_back(batch);
    return isOver(*batch);
  });
  epochs.forgetNewest();
  while (epochs.completed.size() > kMostCompleted) epochs.completed.pop_front();
}

/// Completes again, for this thread, operations that another thread has completed.
void RmaState::completeAgain(Epochs &epochs, const Call &call, const Window &window, const Stamp &now,
                             bool alsoRemotely) const {
  const auto isKnown = [&](const Moment &done) { return done.strand == now.strand || order_.before(done, now); };
  const auto finishAgain = [&](const AccessGroupRef &accessGroup) {
    if (accessGroup && accessGroup->done.isSet() && !isKnown(accessGroup->done) &&
        std::ranges::none_of(accessGroup->alsoDone, isKnown))
      accessGroup->alsoDone.push_back(now);
  };
  for (const BatchPtr &batch : epochs.completed) {
    if (!covers(call, window, *batch) || !isOrdered(*batch, now)) continue;
    finishAgain(batch->reads);
    finishAgain(batch->swaps);
    finishAgain(batch->writes);
    if (alsoRemotely || batch->onlyReadsTarget) finishAgain(batch->target);
  }
}

/// From here on the target's wait may return, even before this call does. Everything after this event is ordered after
/// that wait, or after the return of the call at the origin: in both cases reads are complete.
void RmaState::enterComplete(Epochs &epochs, const Stamp &now) {
  for (const BatchPtr &batch : epochs.pending) {
    if (batch->epoch != EpochKind::Access || !isOrdered(*batch, now)) continue;
    if (batch->onlyReadsTarget)
      finish(batch->target, now);
    else
      awaitingTarget_[batch->meeting.get()].push_back(batch);
  }
}

void RmaState::leaveComplete(Epochs &epochs, const Stamp &now) {
  std::erase_if(epochs.pending, [&](const BatchPtr &batch) {
    if (batch->epoch != EpochKind::Access || !isOrdered(*batch, now)) return false;
    finishLocally(*batch, now);
    return true;
  });
  epochs.forgetNewest();
  epochs.started.clear();
}

void RmaState::closeExposure(const Call &call, const Stamp &now) {
  for (const MeetingPtr &meeting : call.meetings) {
    const auto waiting = awaitingTarget_.find(meeting.get());
    if (waiting == awaitingTarget_.end()) continue;
    for (const BatchPtr &batch : waiting->second) finish(batch->target, now);
    awaitingTarget_.erase(waiting);
  }
}

void RmaState::leave(const Call &call, const Result &result, const Stamp &now) {
  if (!mpi::isAboutWindow(*call.routine)) return;
  const Window *window = isRma(call.routine->cls) ? nullptr : windowOf(call);
  if (window == nullptr) return;
  locksOn_.clear();
  const mpi::Synchronization sync = synchronization(call, result);
  switch (sync.kind) {
    case EpochKind::Fence:
      return leaveFence(call, *window, now);
    case EpochKind::Access:
      if (sync.opens) {
        Epochs &epochs = epochs_[{call.process, window}];
        epochs.started = call.meetings;
        epochs.start = call.self();
      } else if (Epochs *epochs = find(*call.process, *window)) {
        leaveComplete(*epochs, now);
      }
      return;
    case EpochKind::Exposure:
      if (sync.closes) closeExposure(call, now);
      return;
    case EpochKind::Lock:
      return leaveLock(call, *window, now);
    case EpochKind::None:
      if (call.routine->effect == Effect::WinFree) leaveFree(call, *window, now);
      return;
  }
}

/// A lock, unlock or flush.
void RmaState::leaveLock(const Call &call, const Window &window, const Stamp &now) {
  const mpi::Synchronization sync = synchronization(call);
  if (sync.opens) return hold(call, window, call.argument(Role::LockType) == mpi::kLockExclusive);
  if (sync.closes) release(call, window);
  if (Epochs *epochs = find(*call.process, window)) completeLocally(*epochs, call, window, now, sync.completesAtTarget);
  if (sync.closes) unprotect(call);
}

void RmaState::leaveFree(const Call &call, const Window &window, const Stamp &now) {
  if (const Epochs *epochs = find(*call.process, window))
    for (const BatchPtr &batch : epochs->pending) {
      finishLocally(*batch, now);
      finish(batch->target, now);
    }
  epochs_.erase({call.process, &window});
  forgetFences(window, call.rank());
}

void RmaState::completed(const Call &made, const Stamp &now) {
  const auto known = byRequest_.find(&made);
  if (known == byRequest_.end()) return;
  const BatchPtr batch = known->second;
  byRequest_.erase(known);
  finishLocally(*batch, now);
  Epochs *epochs = find(*made.process, *batch->window);
  if (epochs == nullptr || !isOver(*batch)) return;
  ++epochs->over;
  if (2 * epochs->over > epochs->pending.size()) forgetOver(*epochs);
}

void RmaState::forgetOver(Epochs &epochs) {
  std::erase_if(epochs.pending, [](const BatchPtr &batch) { return isOver(*batch); });
  epochs.forgetNewest();
  epochs.over = 0;
}

void RmaState::forgetFences(const Window &window, int rank) {
  const auto known = fences_.find(&window);
  if (known == fences_.end()) return;
  known->second.erase(rank);
  if (known->second.empty()) fences_.erase(known);
}

void RmaState::forget(const ProcessInfo &process) {
  const auto first = epochs_.lower_bound({&process, nullptr});
  const auto isOther = [&](const auto &entry) { return entry.first.first != &process; };
  epochs_.erase(first, std::find_if(first, epochs_.end(), isOther));
  held_.erase(&process);
}

AccessEpoch RmaState::epochOf(const Call &call, const RmaOperation &operation) const {
  AccessEpoch epoch;
  if (const auto held = held_.find(call.process); held != held_.end())
    for (const HeldLock &lock : held->second)
      if (lock.window == operation.window && (lock.target < 0 || lock.target == operation.target))
        epoch.locks.push_back(lock);
  if (!epoch.locks.empty()) {
    epoch.kind = EpochKind::Lock;
    epoch.opened = epoch.locks.front().opened;
    return epoch;
  }
  const auto known = epochs_.find({call.process, operation.window});
  if (known == epochs_.end()) return epoch;
  for (const MeetingPtr &meeting : known->second.started)
    if (meeting->target == operation.target) {
      epoch.kind = EpochKind::Access;
      epoch.meeting = meeting;
      epoch.opened = known->second.start;
      return epoch;
    }
  if (known->second.isFenced) {
    epoch.kind = EpochKind::Fence;
    epoch.fence = known->second.fences;
    epoch.opened = known->second.fence;
  }
  return epoch;
}

/// The newest batch of such operations that one more may join as far as the target is concerned.
BatchPtr RmaState::likeOf(const Epochs &epochs, const Call &call, const RmaOperation &operation,
                          const AccessEpoch &epoch, const Stamp &now) {
  const auto known = epochs.newest.find(keyOf(call, operation));
  if (known == epochs.newest.end() || hasSeveralCallers(*call.process)) return nullptr;
  const Batch &batch = *known->second;
  const AccessGroup &like = *batch.target;
  const bool isLike = !like.done.isSet() && like.strand == now.strand && like.call->routine == call.routine &&
                      batch.epoch == epoch.kind && batch.fence == epoch.fence && batch.meeting == epoch.meeting &&
                      like.locks == epoch.locks;
  return isLike ? known->second : nullptr;
}

/// Whether the operation may join the batch's local access groups; drops those that are complete.
bool RmaState::takesIn(Batch &batch, std::span<const LocalBuffer> buffers) {
  if (isOverLocally(batch)) {
    batch.reads = nullptr;
    batch.swaps = nullptr;
    batch.writes = nullptr;
  }
  return isProtectedAlike(batch, buffers);
}

BatchPtr RmaState::batchOf(const Call &call, const RmaOperation &operation, const AccessEpoch &epoch,
                           std::span<const LocalBuffer> buffers, const Stamp &now) {
  const bool hasRequest = call.routine->indexOf(Role::NewRequest) >= 0;
  Epochs &epochs = epochs_[{call.process, operation.window}];
  const BatchPtr like = likeOf(epochs, call, operation, epoch, now);
  if (like && !hasRequest && takesIn(*like, buffers)) {
    like->start = now;
    return like;
  }
  auto batch = makeRef<Batch>();
  batch->window = operation.window;
  batch->targetRank = operation.target;
  batch->epoch = epoch.kind;
  batch->fence = epoch.fence;
  batch->meeting = epoch.meeting;
  batch->onlyReadsTarget = !operation.writesTarget;
  batch->start = now;
  if (like && !batch->onlyReadsTarget) {
    like->start = now;
    batch->target = like->target;
    batch->follows = true;
  } else {
    epochs.newest.insert_or_assign(keyOf(call, operation), batch);
  }
  epochs.pending.push_back(batch);
  if (hasRequest) byRequest_.emplace(&call, batch);
  return batch;
}

std::optional<const Stamp *> RmaState::openingOf(const Batch &batch) const {
  if (batch.epoch == EpochKind::Access)
    return batch.meeting->posted.tick == 0 ? std::nullopt : std::optional<const Stamp *>(&batch.meeting->posted);
  if (batch.epoch != EpochKind::Fence) return nullptr;
  const auto window = fences_.find(batch.window);
  if (window == fences_.end()) return std::nullopt;
  const auto calls = window->second.find(batch.targetRank);
  if (calls == window->second.end()) return std::nullopt;
  const auto &[first, stamps] = calls->second;
  if (batch.fence < first) return nullptr;
  if (batch.fence - first >= stamps.size()) return std::nullopt;
  return &stamps[batch.fence - first];
}

void RmaState::keepOnly(const ProcessInfo &process, std::span<const CriticalSectionPtr> held) {
  const auto isLost = [&](const HeldLock &lock) { return lock.section && std::ranges::count(held, lock.section) == 0; };
  for (auto &[key, epochs] : epochs_) {
    if (key.first != &process) continue;
    for (const BatchPtr &batch : epochs.pending)
      for (const AccessGroupRef &accessGroup : {batch->reads, batch->swaps, batch->writes, batch->target})
        if (accessGroup && !accessGroup->done.isSet()) std::erase_if(accessGroup->locks, isLost);
  }
}

const HeldLocks &RmaState::locksOn(const ProcessInfo &process, int owner, std::uint64_t address) {
  someLocks_.clear();
  const auto held = held_.find(&process);
  if (held == held_.end()) return someLocks_;
  const auto [known, isNew] = locksOn_.try_emplace({&process, owner});
  auto &[locks, memory] = known->second;
  if (isNew)
    for (const HeldLock &lock : held->second) {
      if ((lock.target >= 0 && lock.target != owner) || lock.window->part(owner) == nullptr) continue;
      locks.push_back(lock);
      std::vector<Span> &exposed = memory.emplace_back();
      windows_.forEachSpan(*lock.window, owner, [&](const Span &span) { exposed.push_back(span); });
    }
  const auto protects = [&](const std::vector<Span> &exposed) {
    return std::ranges::any_of(exposed, [&](const Span &span) { return span.contains(address); });
  };
  if (std::ranges::all_of(memory, protects)) return locks;
  for (std::size_t i = 0; i < locks.size(); ++i)
    if (protects(memory[i])) someLocks_.push_back(locks[i]);
  return someLocks_;
}

}  // namespace lockstep::engine
