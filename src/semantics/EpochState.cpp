#include "semantics/EpochState.h"

#include <fmt/format.h>

#include <utility>

#include "mpi/Epochs.h"
#include "mpi/Rma.h"

namespace lockstep::semantics {

using mpi::Effect;
using mpi::EpochKind;
using mpi::Role;
using mpi::Routine;

namespace {

constexpr report::Rule kRule = report::rule("rma-epoch");

using Judged = std::optional<EpochVerdict>;

std::string_view nameOf(Routine routine) { return mpi::info(routine).name; }

std::string_view nameOf(const WindowCall &call) { return call.routine().name; }

bool namesTarget(const WindowCall &call) { return call.routine().indexOf(Role::Target) >= 0; }

mpi::Synchronization synchronization(const WindowCall &call) {
  return mpi::synchronization(call.routine().effect, call.assertions.value_or(0));
}

std::string closeFirst(Routine closer) { return fmt::format("close it with {} first", nameOf(closer)); }

/// `label` says what the earlier call did.
EpochVerdict verdictOn(const WindowCall &call, std::string what, std::string help, const Place &earlier = {},
                       std::string_view label = {}) {
  return {{kRule, std::move(what), std::move(help)}, call.place, {}, earlier, label};
}

EpochVerdict asWarning(EpochVerdict placed) {
  placed.verdict.severity = report::Severity::Warning;
  return placed;
}

EpochVerdict unopened(const WindowCall &call, Routine opener, std::string_view what) {
  return verdictOn(call, fmt::format("{} without {}: {}", nameOf(call), nameOf(opener), what),
                   fmt::format("call {} first, or leave this call out", nameOf(opener)));
}

/// Epochs that must not be open when another kind of epoch begins.
enum Others : unsigned { kFence = 1, kStart = 2, kPost = 4, kLock = 8 };

}  // namespace

bool EpochState::mayBeLocked(std::int64_t target) const {
  return lockAll_ || locks_.contains(target) || !someLocks_.empty();
}

/// The lock or start that allows operations on the target.
Place EpochState::openedFor(std::int64_t target) const {
  if (lockAll_) return lockAll_;
  if (const auto lock = locks_.find(target); lock != locks_.end()) return lock->second;
  return someLocks_.empty() ? start_ : someLocks_.front();
}

/// Requires that there is a lock.
Place EpochState::someLock() const {
  if (lockAll_) return lockAll_;
  return locks_.empty() ? someLocks_.front() : locks_.begin()->second;
}

Judged EpochState::judge(const WindowCall &call) {
  if (isForgotten_ || isSilent_) return std::nullopt;
  Judged found = find(call);
  isSilent_ = found && found->verdict.severity == report::Severity::Error;
  return found;
}

Judged EpochState::find(const WindowCall &call) const {
  if (mpi::isRma(call.routine().cls)) return judgeOperation(call);
  const mpi::Synchronization sync = synchronization(call);
  switch (sync.kind) {
    case EpochKind::Fence:
      return judgeFence(call);
    case EpochKind::Access:
      if (sync.opens) return judgeOthers(call, kFence | kStart | kLock);
      if (start_) return std::nullopt;
      return unopened(call, Routine::Win_start, "there is no access epoch to close");
    case EpochKind::Exposure:
      if (sync.opens) return judgeOthers(call, kPost);
      if (post_) return std::nullopt;
      return unopened(call, Routine::Win_post, "there is no exposure epoch to close");
    case EpochKind::Lock:
      if (sync.opens) return judgeLock(call);
      return sync.closes ? judgeUnlock(call) : judgeFlush(call);
    case EpochKind::None:
      break;
  }
  const Effect effect = call.routine().effect;
  return effect == Effect::WinFree || effect == Effect::Finalize ? judgeEnd(call) : std::nullopt;
}

Judged EpochState::judgeOthers(const WindowCall &call, unsigned others) const {
  if ((others & kFence) != 0 && used_)
    return verdictOn(call, fmt::format("{} inside a fence epoch that has pending operations", nameOf(call)),
                     closeFirst(Routine::Win_fence), used_, "operation in the epoch of the fence");
  if ((others & kStart) != 0 && start_)
    return verdictOn(call,
                     fmt::format("{} although {} has opened an access epoch", nameOf(call), nameOf(Routine::Win_start)),
                     closeFirst(Routine::Win_complete), start_, "opened here");
  if ((others & kPost) != 0 && isExposed())
    return verdictOn(call,
                     fmt::format("{} although {} has exposed the window", nameOf(call), nameOf(Routine::Win_post)),
                     closeFirst(Routine::Win_wait), post_, "opened here");
  if ((others & kLock) != 0 && isLocked())
    return verdictOn(call, fmt::format("{} although the process holds a lock on the window", nameOf(call)),
                     "unlock it first", someLock(), "locked here");
  return std::nullopt;
}

Judged EpochState::judgeOperation(const WindowCall &call) const {
  if (!call.target || *call.target == mpi::kProcNull || mayBeLocked(*call.target)) return std::nullopt;
  if (start_ || isFenced_) {
    if (call.routine().indexOf(Role::NewRequest) < 0) return std::nullopt;
    return asWarning(verdictOn(call, fmt::format("{} outside a passive target epoch", nameOf(call)),
                               "lock the target, or use the form without a request", start_, "opened here"));
  }
  const std::string why = locks_.empty() ? "no fence, start or lock has opened one"
                                         : fmt::format("the process holds a lock, but not on rank {}", *call.target);
  return verdictOn(call, fmt::format("{} to rank {} outside an epoch: {}", nameOf(call), *call.target, why),
                   fmt::format("open an epoch before it, with {}, {}, {} or {}", nameOf(Routine::Win_fence),
                               nameOf(Routine::Win_lock), nameOf(Routine::Win_lock_all), nameOf(Routine::Win_start)));
}

Judged EpochState::judgeFence(const WindowCall &call) const {
  if (Judged found = judgeOthers(call, kStart | kPost | kLock)) return found;
  if (!call.assertions) return std::nullopt;
  const bool closes = synchronization(call).closes;
  if (!closes && used_)
    return verdictOn(
        call,
        fmt::format("{} with MPI_MODE_NOPRECEDE has to complete operations: the process has made some since "
                    "the last fence",
                    nameOf(call)),
        "leave MPI_MODE_NOPRECEDE out where a fence follows operations", used_, "operation in the epoch of the fence");
  if (!closes || !other_) return std::nullopt;
  return asWarning(verdictOn(
      call,
      fmt::format("{} closes an epoch that the last {} has opened, and {} has opened another inside of it",
                  nameOf(call), nameOf(call), other_.routine->name),
      "assert MPI_MODE_NOSUCCEED at the fence before it, or MPI_MODE_NOPRECEDE at this one", other_, "opened here"));
}

/// A process must not lock its own exposed memory; whether other processes expose theirs is unknown here.
Judged EpochState::judgeLock(const WindowCall &call) const {
  if (!namesTarget(call)) return judgeOthers(call, kFence | kStart | kPost | kLock);
  const std::string target = call.target ? fmt::format(" of rank {}", *call.target) : std::string();
  if (lockAll_)
    return verdictOn(
        call, fmt::format("{}{} inside {}", nameOf(call), target, nameOf(Routine::Win_lock_all)),
        fmt::format("use either {} or {}, not both", nameOf(Routine::Win_lock), nameOf(Routine::Win_lock_all)),
        lockAll_, "locked here");
  const auto held = call.target ? locks_.find(*call.target) : locks_.end();
  if (held != locks_.end())
    return verdictOn(call, fmt::format("{}{}, which the process has locked already", nameOf(call), target),
                     fmt::format("call {} before it is locked again", nameOf(Routine::Win_unlock)), held->second,
                     "locked here");
  const bool isOwn = call.target && call.target == call.ownRank;
  return judgeOthers(call, kFence | kStart | (isOwn ? kPost : 0U));
}

Judged EpochState::judgeUnlock(const WindowCall &call) const {
  if (!namesTarget(call)) {
    if (lockAll_) return std::nullopt;
    return unopened(call, Routine::Win_lock_all, "not all ranks are locked");
  }
  const bool mayBeHeld = call.target && someLocks_.empty() ? locks_.contains(*call.target) : holdsLock();
  if (mayBeHeld) return std::nullopt;
  return unopened(call, Routine::Win_lock,
                  call.target ? fmt::format("rank {} is not locked", *call.target) : "there is no lock to release");
}

Judged EpochState::judgeFlush(const WindowCall &call) const {
  const bool isOfAll = !namesTarget(call);
  if (isOfAll ? isLocked() : !call.target || *call.target == mpi::kProcNull || mayBeLocked(*call.target))
    return std::nullopt;
  return verdictOn(call,
                   fmt::format("{} outside a passive target epoch: no lock is held{}", nameOf(call),
                               isOfAll ? std::string() : fmt::format(" on rank {}", *call.target)),
                   fmt::format("flush between {} and {} only", nameOf(Routine::Win_lock), nameOf(Routine::Win_unlock)));
}

/// Reports what is still open when the window is freed or MPI is finalized.
Judged EpochState::judgeEnd(const WindowCall &call) const {
  const auto isOpen = [&](std::string_view what, std::string help, const Place &since, std::string_view label) {
    return verdictOn(call, fmt::format("{} before {}", what, nameOf(call)), std::move(help), since, label);
  };
  if (used_)
    return isOpen("the epoch of the last fence is used but never closed",
                  fmt::format("call {} after the last operation", nameOf(Routine::Win_fence)), used_,
                  "operation after the last fence");
  if (start_)
    return isOpen("an access epoch is never closed", fmt::format("call {}", nameOf(Routine::Win_complete)), start_,
                  "opened here");
  if (isExposed())
    return isOpen("an exposure epoch is never closed", fmt::format("call {}", nameOf(Routine::Win_wait)), post_,
                  "opened here");
  if (isLocked())
    return isOpen("a lock is never released",
                  fmt::format("call {}", nameOf(lockAll_ ? Routine::Win_unlock_all : Routine::Win_unlock)), someLock(),
                  "locked here");
  return std::nullopt;
}

void EpochState::apply(const WindowCall &call, std::optional<bool> flag) {
  if (mpi::isRma(call.routine().cls)) return use(call);
  const mpi::Synchronization sync = synchronization(call);
  switch (sync.kind) {
    case EpochKind::Fence:
      *this = {};
      isFenced_ = sync.opens;
      if (isFenced_ && call.assertions) fence_ = call.place;
      return;
    case EpochKind::Access:
      if (sync.opens) return open(start_, call);
      start_ = {};
      return;
    case EpochKind::Exposure:
      mayHaveEnded_ = sync.isTest && !flag;
      if (sync.opens) return open(post_, call);
      if (!sync.isTest || flag == true) post_ = {};
      return;
    case EpochKind::Lock:
      if (sync.closes) return unlock(call);
      if (!sync.opens) return;
      return open(!namesTarget(call) ? lockAll_ : call.target ? locks_[*call.target] : someLocks_.emplace_back(), call);
    case EpochKind::None:
      return;
  }
}

/// An operation on the window.
void EpochState::use(const WindowCall &call) {
  if (!call.target || *call.target == mpi::kProcNull) return;
  const Place opened = openedFor(*call.target);
  if (isFenced_ && !opened && !used_) used_ = call.place;
  if (fence_ && !other_) other_ = opened;
}

void EpochState::open(Place &epoch, const WindowCall &call) {
  epoch = call.place;
  isFenced_ = false;
  used_ = {};
  isSilent_ = false;
}

/// Unlocking an unknown target releases one of the locks, but not a known one: from then on no target is known.
void EpochState::unlock(const WindowCall &call) {
  if (!namesTarget(call)) {
    lockAll_ = {};
    return;
  }
  if (call.target && locks_.erase(*call.target) != 0) return;
  if (!call.target)
    for (const auto &[target, place] : std::exchange(locks_, {})) someLocks_.push_back(place);
  if (!someLocks_.empty()) someLocks_.pop_back();
}

std::optional<std::int64_t> commonAssertions(const mpi::RoutineInfo &routine, std::int64_t assertions) {
  if (mpi::synchronization(routine.effect).kind != EpochKind::Fence) return std::nullopt;
  return assertions & (mpi::kNoPrecede | mpi::kNoSucceed);
}

std::string_view nameOfCommonAssertions(std::int64_t assertions) {
  switch (assertions) {
    case mpi::kNoPrecede:
      return "MPI_MODE_NOPRECEDE";
    case mpi::kNoSucceed:
      return "MPI_MODE_NOSUCCEED";
    case 0:
      return "neither";
    default:
      return "MPI_MODE_NOPRECEDE and MPI_MODE_NOSUCCEED";
  }
}

Verdict differentAssertions(const mpi::RoutineInfo &fence, std::string_view window, std::string_view given) {
  return {kRule, fmt::format("ranks disagree on the assertions of {} on {}: {}", fence.name, window, given),
          "give MPI_MODE_NOPRECEDE and MPI_MODE_NOSUCCEED on all ranks of the window or on none"};
}

}  // namespace lockstep::semantics
