#include "engine/races/RmaState.h"

#include <algorithm>

#include "engine/calls/Synchronization.h"
#include "mpi/Rma.h"

namespace lockstep::engine {
namespace {

using mpi::Effect;
using mpi::EpochKind;
using mpi::Role;

/// What one thread completes may be ordered behind one operation of another and not behind the next: no batches then.
bool hasSeveralCallers(const ProcessInfo &process) { return process.hasManyThreads || process.mpiThreads > 1; }

constexpr std::size_t kMostCompleted = 4096;

}  // namespace

RmaState::Epochs *RmaState::find(const ProcessInfo &process, const Window &window) {
  const auto known = epochs_.find({&process, &window});
  return known == epochs_.end() ? nullptr : &known->second;
}

bool RmaState::isOrdered(const Batch &batch, const Stamp &now) const { return order_.before(batch.start, now); }

void RmaState::enter(const Call &call, const Stamp &now) {
  const mpi::Synchronization sync = synchronization(call);
  const bool isComplete = sync.kind == EpochKind::Access && sync.closes;
  if (!isComplete && sync.kind != EpochKind::Fence && call.routine->effect != Effect::WinFree) return;
  const Window *window = windows_.windowOf(call);
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
      batch->completeLocally(now);
      batch->completeAtTarget(now);
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
    batch->completeLocally(now);
    return batch->isOver();
  });
  epochs.forgetNewest();
  // All members have called this fence: earlier ones are not needed any more.
  std::uint64_t &forgotten = forgottenFences_[&window];
  if (forgotten >= epochs.fences) return;
  forgotten = epochs.fences;
  for (auto &[rank, fences] : fences_[&window])
    for (; fences.first < epochs.fences && !fences.calls.empty(); ++fences.first) fences.calls.pop_front();
}

/// Operations on other targets and windows may still read or write the memory that the lock was for.
void RmaState::unprotect(const Call &call) const {
  for (auto of = epochs_.lower_bound({call.process, nullptr}); of != epochs_.end(); ++of) {
    if (of->first.first != call.process) return;
    for (const BatchPtr &batch : of->second.pending)
      for (const AccessGroupRef *accessGroup : batch->locals())
        if (*accessGroup && !(*accessGroup)->locks.empty()) locks_.unprotect(call, **accessGroup);
  }
}

/// The operations that a flush or unlock names.
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
    batch->completeLocally(now);
    if (alsoRemotely) batch->completeAtTarget(now);
    if (isKept) epochs.completed.push_back(batch);
    return batch->isOver();
  });
  epochs.forgetNewest();
  while (epochs.completed.size() > kMostCompleted) epochs.completed.pop_front();
}

/// Completes again, for this thread, operations that another thread has completed.
void RmaState::completeAgain(Epochs &epochs, const Call &call, const Window &window, const Stamp &now,
                             bool alsoRemotely) const {
  const auto isKnown = [&](const Moment &done) { return done.strand == now.strand || order_.before(done, now); };
  const auto alsoComplete = [&](const AccessGroupRef &accessGroup) {
    if (accessGroup && accessGroup->done.isSet() && !isKnown(accessGroup->done) &&
        std::ranges::none_of(accessGroup->alsoDone, isKnown))
      accessGroup->alsoDone.push_back(now);
  };
  for (const BatchPtr &batch : epochs.completed) {
    if (!covers(call, window, *batch) || !isOrdered(*batch, now)) continue;
    for (const AccessGroupRef *local : batch->locals()) alsoComplete(*local);
    if (alsoRemotely || batch->onlyReadsTarget) alsoComplete(batch->target);
  }
}

/// From here on the target's wait may return, even before this call does. Everything after this event is ordered after
/// that wait, or after the return of the call at the origin: in both cases reads are complete.
void RmaState::enterComplete(Epochs &epochs, const Stamp &now) {
  for (const BatchPtr &batch : epochs.pending) {
    if (batch->epoch != EpochKind::Access || !isOrdered(*batch, now)) continue;
    if (batch->onlyReadsTarget)
      batch->completeAtTarget(now);
    else
      awaitingTarget_[batch->meeting.get()].push_back(batch);
  }
}

void RmaState::leaveComplete(Epochs &epochs, const Stamp &now) {
  std::erase_if(epochs.pending, [&](const BatchPtr &batch) {
    if (batch->epoch != EpochKind::Access || !isOrdered(*batch, now)) return false;
    batch->completeLocally(now);
    return true;
  });
  epochs.forgetNewest();
  epochs.started.clear();
}

void RmaState::closeExposure(const Call &call, const Stamp &now) {
  for (const MeetingPtr &meeting : call.meetings) {
    const auto waiting = awaitingTarget_.find(meeting.get());
    if (waiting == awaitingTarget_.end()) continue;
    for (const BatchPtr &batch : waiting->second) batch->completeAtTarget(now);
    awaitingTarget_.erase(waiting);
  }
}

void RmaState::leave(const Call &call, const Result &result, const Stamp &now) {
  if (!mpi::isAboutWindow(*call.routine)) return;
  const Window *window = isRma(call.routine->cls) ? nullptr : windows_.windowOf(call);
  if (window == nullptr) return;
  locks_.forgetMemory();
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
  if (sync.opens) return locks_.acquire(call, window);
  if (sync.closes) locks_.release(call, window);
  if (Epochs *epochs = find(*call.process, window)) completeLocally(*epochs, call, window, now, sync.completesAtTarget);
  if (sync.closes) unprotect(call);
}

void RmaState::leaveFree(const Call &call, const Window &window, const Stamp &now) {
  if (const Epochs *epochs = find(*call.process, window))
    for (const BatchPtr &batch : epochs->pending) {
      batch->completeLocally(now);
      batch->completeAtTarget(now);
    }
  epochs_.erase({call.process, &window});
  forgetFences(window, call.rank());
}

void RmaState::completed(const Call &made, const Stamp &now) {
  const auto known = byRequest_.find(&made);
  if (known == byRequest_.end()) return;
  const BatchPtr batch = known->second;
  byRequest_.erase(known);
  batch->completeLocally(now);
  Epochs *epochs = find(*made.process, *batch->window);
  if (epochs == nullptr || !batch->isOver()) return;
  ++epochs->over;
  if (2 * epochs->over > epochs->pending.size()) forgetOver(*epochs);
}

void RmaState::forgetOver(Epochs &epochs) {
  std::erase_if(epochs.pending, [](const BatchPtr &batch) { return batch->isOver(); });
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
  locks_.forget(process);
}

AccessEpoch RmaState::epochOf(const Call &call, const RmaOperation &operation) const {
  AccessEpoch epoch;
  epoch.locks = locks_.on(*call.process, *operation.window, operation.target);
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

BatchPtr RmaState::batchOf(const Call &call, const RmaOperation &operation, const AccessEpoch &epoch,
                           std::span<const LocalBuffer> buffers, const Stamp &now) {
  const bool hasRequest = call.routine->indexOf(Role::NewRequest) >= 0;
  Epochs &epochs = epochs_[{call.process, operation.window}];
  const BatchPtr like = likeOf(epochs, call, operation, epoch, now);
  if (like && !hasRequest && like->takesIn(buffers)) {
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

}  // namespace lockstep::engine
