// Epochs of windows in an execution: RMA stands inside one, they are opened and closed in pairs, and their ends
// complete operations.
//
// A fence is different from the others, since it may open an epoch or not: it did if RMA follows, it did not if
// something else does. After an error on a window nothing is said of it until a synchronization begins anew.
#include <fmt/format.h>

#include "mpi/Completion.h"
#include "passes/symex/mpi/MpiModel.h"

namespace lockstep::passes::symex {

namespace {

using mpi::Effect;
using mpi::Element;
using mpi::Role;
using mpi::Routine;

constexpr auto kRule = report::rule("rma-epoch");

std::string_view nameOf(Routine routine) { return mpi::info(routine).name; }

struct Fault {
  std::string what;
  std::string help;
  const llvm::CallBase *place = nullptr;
  std::string label{};
  report::Severity severity = report::Severity::Error;
};

using Verdict = std::optional<Fault>;

enum Others : unsigned { kFence = 1, kStart = 2, kPost = 4, kLock = 8 };

bool isLocked(const MpiObject &window) { return window.lockAll || !window.locks.empty(); }

Verdict judgeOthers(const CallView &view, const MpiObject &window, unsigned others) {
  if ((others & kFence) != 0 && window.fencedRma)
    return Fault{fmt::format("{} inside a fence epoch that has pending operations", view.name()),
                 fmt::format("close it with {} first", nameOf(Routine::Win_fence)), window.fencedRma,
                 "operation in the epoch of the fence"};
  if ((others & kStart) != 0 && window.access)
    return Fault{fmt::format("{} although {} has opened an access epoch", view.name(), nameOf(Routine::Win_start)),
                 fmt::format("close it with {} first", nameOf(Routine::Win_complete)), window.access, "opened here"};
  if ((others & kPost) != 0 && window.exposure)
    return Fault{fmt::format("{} although {} has exposed the window", view.name(), nameOf(Routine::Win_post)),
                 fmt::format("close it with {} first", nameOf(Routine::Win_wait)), window.exposure, "opened here"};
  if ((others & kLock) != 0 && isLocked(window))
    return Fault{fmt::format("{} although the process holds a lock on the window", view.name()), "unlock it first",
                 window.lockAll ? window.lockAll : window.locks.begin()->second, "locked here"};
  return std::nullopt;
}

Verdict judgeRma(const CallView &view, const MpiObject &window, std::int64_t target) {
  if (target == mpi::kProcNull || window.lockAll || window.locks.contains(target)) return std::nullopt;
  if (window.access || window.isFenced) {
    if (view.routine().indexOf(Role::NewRequest) < 0) return std::nullopt;
    return Fault{fmt::format("{} outside a passive target epoch", view.name()),
                 "lock the target, or use the form without a request", window.access, "opened here",
                 report::Severity::Warning};
  }
  const std::string why = window.locks.empty() ? "no fence, start or lock has opened one"
                                               : fmt::format("the process holds a lock, but not on rank {}", target);
  return Fault{fmt::format("{} to rank {} outside an epoch: {}", view.name(), target, why),
               fmt::format("open an epoch before it, with {}, {}, {} or {}", nameOf(Routine::Win_fence),
                           nameOf(Routine::Win_lock), nameOf(Routine::Win_lock_all), nameOf(Routine::Win_start))};
}

Fault unopened(const CallView &view, Routine opener, std::string_view what) {
  return Fault{fmt::format("{} without {}: {}", view.name(), nameOf(opener), what),
               fmt::format("call {} first, or leave this call out", nameOf(opener))};
}

Verdict judgeLock(const CallView &view, const MpiObject &window, std::int64_t target) {
  if (window.lockAll)
    return Fault{fmt::format("{} of rank {} inside {}", view.name(), target, nameOf(Routine::Win_lock_all)),
                 fmt::format("use either {} or {}, not both", nameOf(Routine::Win_lock), nameOf(Routine::Win_lock_all)),
                 window.lockAll, "locked here"};
  if (const auto held = window.locks.find(target); held != window.locks.end())
    return Fault{fmt::format("{} of rank {}, which the process has locked already", view.name(), target),
                 fmt::format("call {} before it is locked again", nameOf(Routine::Win_unlock)), held->second,
                 "locked here"};
  const bool isOwn = window.rank && *window.rank == target;
  return judgeOthers(view, window, kFence | kStart | (isOwn ? kPost : 0U));
}

Verdict judgeFlush(const CallView &view, const MpiObject &window, std::optional<std::int64_t> target) {
  const bool isOpen =
      target ? *target == mpi::kProcNull || window.lockAll || window.locks.contains(*target) : isLocked(window);
  if (isOpen) return std::nullopt;
  return Fault{fmt::format("{} outside a passive target epoch: no lock is held{}", view.name(),
                           target ? fmt::format(" on rank {}", *target) : std::string()),
               fmt::format("flush between {} and {} only", nameOf(Routine::Win_lock), nameOf(Routine::Win_unlock))};
}

Verdict judgeEnd(const CallView &view, const MpiObject &window) {
  const std::string before = fmt::format(" before {}", view.name());
  if (window.fencedRma)
    return Fault{"the epoch of the last fence is used but never closed" + before,
                 fmt::format("call {} after the last operation", nameOf(Routine::Win_fence)), window.fencedRma,
                 "operation after the last fence"};
  if (window.access)
    return Fault{"an access epoch is never closed" + before, fmt::format("call {}", nameOf(Routine::Win_complete)),
                 window.access, "opened here"};
  if (window.exposure)
    return Fault{"an exposure epoch is never closed" + before, fmt::format("call {}", nameOf(Routine::Win_wait)),
                 window.exposure, "opened here"};
  if (isLocked(window))
    return Fault{"a lock is never released" + before,
                 fmt::format("call {}", nameOf(window.lockAll ? Routine::Win_unlock_all : Routine::Win_unlock)),
                 window.lockAll ? window.lockAll : window.locks.begin()->second, "locked here"};
  return std::nullopt;
}

Verdict judge(const CallView &view, const MpiObject &window) {
  const auto target = view.number(Role::Target);
  if (isRma(view.routine().cls)) return target ? judgeRma(view, window, *target) : std::nullopt;
  switch (view.routine().effect) {
    case Effect::Fence:
      return judgeOthers(view, window, kStart | kPost | kLock);
    case Effect::StartAccess:
      return judgeOthers(view, window, kFence | kStart | kLock);
    case Effect::Post:
      return judgeOthers(view, window, kPost);
    case Effect::CompleteAccess:
      if (window.access) return std::nullopt;
      return unopened(view, Routine::Win_start, "there is no access epoch to close");
    case Effect::TestExposure:
      return std::nullopt;  // whether an earlier one has closed the epoch is chance
    case Effect::WaitExposure:
      if (window.exposure) return std::nullopt;
      return unopened(view, Routine::Win_post, "there is no exposure epoch to close");
    case Effect::Lock:
      return target ? judgeLock(view, window, *target) : std::nullopt;
    case Effect::LockAll:
      return judgeOthers(view, window, kFence | kStart | kPost | kLock);
    case Effect::Unlock:
      if (!target || window.locks.contains(*target)) return std::nullopt;
      return unopened(view, Routine::Win_lock, fmt::format("rank {} is not locked", *target));
    case Effect::UnlockAll:
      if (window.lockAll) return std::nullopt;
      return unopened(view, Routine::Win_lock_all, "not all ranks are locked");
    case Effect::Flush:
    case Effect::FlushLocal:
      return target ? judgeFlush(view, window, target) : std::nullopt;
    case Effect::FlushAll:
    case Effect::FlushLocalAll:
      return judgeFlush(view, window, std::nullopt);
    case Effect::WinFree:
      return judgeEnd(view, window);
    default:
      return std::nullopt;
  }
}

void apply(const CallView &view, MpiObject &window) {
  const auto target = view.number(Role::Target);
  const bool names = view.routine().indexOf(Role::Target) >= 0;
  if (names && !target) {  // some target: from now on the window's state is not known
    window.isInvalidated = true;
    return;
  }
  if (isRma(view.routine().cls)) {
    const bool isOther = window.lockAll || window.locks.contains(*target) || window.access;
    if (window.isFenced && !isOther && *target != mpi::kProcNull && !window.fencedRma) window.fencedRma = &view.at();
    return;
  }
  switch (view.routine().effect) {
    case Effect::Fence: {
      window.access = window.exposure = window.lockAll = window.fencedRma = nullptr;
      window.locks.clear();
      window.isReported = false;
      const std::int64_t asserted =
          mpi::assertionsOf(view.interpreter().program().library(), view.number(Role::Assertion).value_or(0));
      window.isFenced = (asserted & mpi::kNoSucceed) == 0;
      return;
    }
    case Effect::StartAccess:
      window.access = &view.at();
      break;
    case Effect::Post:
      window.exposure = &view.at();
      break;
    case Effect::Lock:
      window.locks.insert_or_assign(*target, &view.at());
      break;
    case Effect::LockAll:
      window.lockAll = &view.at();
      break;
    case Effect::CompleteAccess:
      window.access = nullptr;
      return;
    case Effect::WaitExposure:
    case Effect::TestExposure:
      window.exposure = nullptr;
      return;
    case Effect::Unlock:
      window.locks.erase(*target);
      return;
    case Effect::UnlockAll:
      window.lockAll = nullptr;
      return;
    default:
      return;
  }
  window.isFenced = false;
  window.fencedRma = nullptr;
  window.isReported = false;
}

void report(const CallView &view, const Fault &fault, MpiObject &window) {
  if (window.isReported) return;
  window.isReported = fault.severity == report::Severity::Error;
  Note note = makeNote(view.state(), kRule, fault.what, view.at(), "");
  note.finding.severity = fault.severity;
  if (fault.place) addSecond(note, *fault.place, report::SiteRole::Epoch, fault.label);
  note.finding.help = fault.help;
  addNote(view.state(), std::move(note));
}

std::optional<Value> windowOf(const CallView &view) {
  if (const auto window = view.value(Role::Window)) return window;
  const auto address = view.value(Role::FreedWindow);
  if (!address) return std::nullopt;
  return view.interpreter().load(view.state(), *address, view.bytesOfHandle(Element::Window));
}

}  // namespace

void applyWindows(const CallView &view) {
  const std::optional<Value> window = windowOf(view);
  if (!window) return;
  if (mpi::completesRmaLocally(view.routine().effect) || view.routine().effect == Effect::WinFree) {
    const auto target = view.number(Role::Target);
    const bool names = view.routine().indexOf(Role::Target) >= 0;
    endOperations(view.interpreter(), view.state(), [&](const PendingOperation &pending) {
      if (!pending.window || (*pending.window != *window && !pending.window->isTerm() && !window->isTerm()))
        return false;
      return !names || !target || !pending.target || *target == *pending.target;
    });
  }
  MpiObject *held = view.held(*window);
  if (!held || held->kind != MpiObject::Kind::Window || held->isInvalidated) return;
  if (const Verdict fault = judge(view, *held)) report(view, *fault, *held);
  apply(view, *held);
}

void judgeOpenWindows(const CallView &view) {
  for (MpiObject &held : view.state().held) {
    if (held.kind != MpiObject::Kind::Window || held.isInvalidated || held.isFreed) continue;
    if (const Verdict fault = judgeEnd(view, held)) report(view, *fault, held);
  }
}

}  // namespace lockstep::passes::symex
