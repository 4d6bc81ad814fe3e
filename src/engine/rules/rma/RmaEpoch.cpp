// rma-epoch: RMA operations stand inside an epoch, and epochs are opened and closed in pairs.
//
// Per process and window a small state: whether a fence has opened an epoch and whether it was used, whether a start, a
// post, a lock of all or locks of single targets are open. A call is judged when it is made and takes effect when it
// has returned. A fence is different from the others, since it may open an epoch or not: it did if RMA follows, it did
// not if something else does. Where a lock or start with operations follows it and then another fence, both have opened
// an epoch, which is known at the second fence. After an error on a window nothing is said of it until a
// synchronization begins anew: what follows is its consequence.
//
// MPI_MODE_NOPRECEDE and MPI_MODE_NOSUCCEED are promises of the whole group: all members of a fence give them or none.
#include <map>
#include <optional>

#include <fmt/format.h>

#include "engine/Rule.h"
#include "engine/matching/ValueGroups.h"
#include "engine/rules/Arguments.h"
#include "mpi/Rma.h"
#include "mpi/Special.h"

namespace lockstep::engine {
namespace {

using mpi::Effect;
using mpi::Role;
using mpi::Routine;

constexpr report::Rule kRule = report::rule("rma-epoch");

std::string_view nameOf(Routine routine) { return mpi::info(routine).name; }

/// Where an epoch was opened or used.
using Place = std::optional<Making>;

struct Epochs {
  bool isFenced = false;  // a fence has opened an epoch, or may have
  Place fencedRma;        // the first operation since the fence
  Place fence;            // the last one, unless it has promised that no operations follow
  Place other;            // the first lock or start with operations since that fence
  Place start;
  Place post;
  Place lockAll;
  std::map<std::int64_t, Making> locks;  // by target
  bool isReported = false;

  bool isLocked() const { return lockAll || !locks.empty(); }
  bool isLocked(std::int64_t target) const { return lockAll || locks.contains(target); }
  /// The lock or start that allows operations on the target.
  Place openedFor(std::int64_t target) const {
    if (lockAll) return lockAll;
    const auto lock = locks.find(target);
    return lock != locks.end() ? Place(lock->second) : start;
  }
  /// The place of some lock; there must be one.
  const Making &someLock() const { return lockAll ? *lockAll : locks.begin()->second; }
};

/// What is wrong with a call, and which earlier place has to do with it.
struct Fault {
  std::string what;
  std::string help;
  Place place{};
  std::string label{};
  report::Severity severity = report::Severity::Error;
};

using Verdict = std::optional<Fault>;

Making placeOf(const Call &call) { return {call.routine, call.site, call.thread, 1}; }

/// The epochs that must not be open when another kind of epoch begins.
enum Others : unsigned { kFence = 1, kStart = 2, kPost = 4, kLock = 8 };

Verdict judgeOthers(const Call &call, const Epochs &epochs, unsigned others) {
  if ((others & kFence) != 0 && epochs.fencedRma)
    return Fault{fmt::format("{} inside a fence epoch that has pending operations", call.name()),
                 fmt::format("close it with {} first", nameOf(Routine::Win_fence)), epochs.fencedRma,
                 "operation in the epoch of the fence"};
  if ((others & kStart) != 0 && epochs.start)
    return Fault{fmt::format("{} although {} has opened an access epoch", call.name(), nameOf(Routine::Win_start)),
                 fmt::format("close it with {} first", nameOf(Routine::Win_complete)), epochs.start, "opened here"};
  if ((others & kPost) != 0 && epochs.post)
    return Fault{fmt::format("{} although {} has exposed the window", call.name(), nameOf(Routine::Win_post)),
                 fmt::format("close it with {} first", nameOf(Routine::Win_wait)), epochs.post, "opened here"};
  if ((others & kLock) != 0 && epochs.isLocked())
    return Fault{fmt::format("{} although the process holds a lock on the window", call.name()), "unlock it first",
                 epochs.someLock(), "locked here"};
  return std::nullopt;
}

Verdict judgeRma(const Call &call, const Epochs &epochs) {
  const std::int64_t target = call.argument(Role::Target).value_or(mpi::kProcNull);
  if (target == mpi::kProcNull || epochs.isLocked(target)) return std::nullopt;
  if (epochs.start || epochs.isFenced) {
    if (call.routine->indexOf(Role::NewRequest) < 0) return std::nullopt;
    return Fault{fmt::format("{} outside a passive target epoch", call.name()),
                 "lock the target, or use the form without a request", epochs.start, "opened here",
                 report::Severity::Warning};
  }
  const std::string why = epochs.locks.empty() ? "no fence, start or lock has opened one"
                                               : fmt::format("the process holds a lock, but not on rank {}", target);
  return Fault{fmt::format("{} to rank {} outside an epoch: {}", call.name(), target, why),
               fmt::format("open an epoch before it, with {}, {}, {} or {}", nameOf(Routine::Win_fence),
                           nameOf(Routine::Win_lock), nameOf(Routine::Win_lock_all), nameOf(Routine::Win_start))};
}

Fault unopened(const Call &call, Routine opener, std::string_view what) {
  return Fault{fmt::format("{} without {}: {}", call.name(), nameOf(opener), what),
               fmt::format("call {} first, or leave this call out", nameOf(opener))};
}

/// What the process has exposed itself must not be locked; whether others have exposed theirs is not known here.
Verdict judgeLock(const Call &call, const Epochs &epochs, std::optional<std::int64_t> ownRank) {
  const std::int64_t target = *call.argument(Role::Target);
  if (epochs.lockAll)
    return Fault{fmt::format("{} of rank {} inside {}", call.name(), target, nameOf(Routine::Win_lock_all)),
                 fmt::format("use either {} or {}, not both", nameOf(Routine::Win_lock), nameOf(Routine::Win_lock_all)),
                 epochs.lockAll, "locked here"};
  if (const auto held = epochs.locks.find(target); held != epochs.locks.end())
    return Fault{fmt::format("{} of rank {}, which the process has locked already", call.name(), target),
                 fmt::format("call {} before it is locked again", nameOf(Routine::Win_unlock)), held->second,
                 "locked here"};
  return judgeOthers(call, epochs, kFence | kStart | (target == ownRank ? kPost : 0U));
}

Verdict judgeFlush(const Call &call, const Epochs &epochs) {
  const auto target = call.argument(Role::Target);
  const bool isOpen = target ? *target == mpi::kProcNull || epochs.isLocked(*target) : epochs.isLocked();
  if (isOpen) return std::nullopt;
  return Fault{fmt::format("{} outside a passive target epoch: no lock is held{}", call.name(),
                           target ? fmt::format(" on rank {}", *target) : std::string()),
               fmt::format("flush between {} and {} only", nameOf(Routine::Win_lock), nameOf(Routine::Win_unlock))};
}

bool has(const Call &call, std::int64_t assertion) {
  return (call.argument(Role::Assertion).value_or(0) & assertion) != 0;
}

Verdict judgeFence(const Call &call, const Epochs &epochs) {
  if (const Verdict fault = judgeOthers(call, epochs, kStart | kPost | kLock)) return fault;
  const bool promises = has(call, mpi::kNoPrecede);
  if (promises && epochs.fencedRma)
    return Fault{
        fmt::format("{} with MPI_MODE_NOPRECEDE has to complete operations: the process has made some since the "
                    "last fence",
                    call.name()),
        "leave MPI_MODE_NOPRECEDE out where a fence follows operations", epochs.fencedRma,
        "operation in the epoch of the fence"};
  if (promises || !epochs.other) return std::nullopt;
  return Fault{fmt::format("{} closes an epoch that the last {} has opened, and {} has opened another inside of it",
                           call.name(), call.name(), epochs.other->routine->name),
               "assert MPI_MODE_NOSUCCEED at the fence before it, or MPI_MODE_NOPRECEDE at this one", epochs.other,
               "opened here", report::Severity::Warning};
}

/// What is still open when the window or MPI ends.
Verdict judgeEnd(const Call &call, const Epochs &epochs) {
  const std::string before = fmt::format(" before {}", call.name());
  if (epochs.fencedRma)
    return Fault{"the epoch of the last fence is used but never closed" + before,
                 fmt::format("call {} after the last operation", nameOf(Routine::Win_fence)), epochs.fencedRma,
                 "operation after the last fence"};
  if (epochs.start)
    return Fault{"an access epoch is never closed" + before, fmt::format("call {}", nameOf(Routine::Win_complete)),
                 epochs.start, "opened here"};
  if (epochs.post)
    return Fault{"an exposure epoch is never closed" + before, fmt::format("call {}", nameOf(Routine::Win_wait)),
                 epochs.post, "opened here"};
  if (epochs.isLocked())
    return Fault{"a lock is never released" + before,
                 fmt::format("call {}", nameOf(epochs.lockAll ? Routine::Win_unlock_all : Routine::Win_unlock)),
                 epochs.someLock(), "locked here"};
  return std::nullopt;
}

Verdict judge(const Call &call, const Epochs &epochs, std::optional<std::int64_t> ownRank) {
  if (isRma(call.routine->cls)) return judgeRma(call, epochs);
  switch (call.routine->effect) {
    case Effect::Fence:
      return judgeFence(call, epochs);
    case Effect::StartAccess:
      return judgeOthers(call, epochs, kFence | kStart | kLock);
    case Effect::Post:
      return judgeOthers(call, epochs, kPost);
    case Effect::CompleteAccess:
      if (epochs.start) return std::nullopt;
      return unopened(call, Routine::Win_start, "there is no access epoch to close");
    case Effect::WaitExposure:
    case Effect::TestExposure:
      if (epochs.post) return std::nullopt;
      return unopened(call, Routine::Win_post, "there is no exposure epoch to close");
    case Effect::Lock:
      return judgeLock(call, epochs, ownRank);
    case Effect::LockAll:
      return judgeOthers(call, epochs, kFence | kStart | kPost | kLock);
    case Effect::Unlock:
      if (epochs.locks.contains(*call.argument(Role::Target))) return std::nullopt;
      return unopened(call, Routine::Win_lock, fmt::format("rank {} is not locked", *call.argument(Role::Target)));
    case Effect::UnlockAll:
      if (epochs.lockAll) return std::nullopt;
      return unopened(call, Routine::Win_lock_all, "not all ranks are locked");
    case Effect::Flush:
    case Effect::FlushAll:
    case Effect::FlushLocal:
    case Effect::FlushLocalAll:
      return judgeFlush(call, epochs);
    case Effect::WinFree:
      return judgeEnd(call, epochs);
    default:
      return std::nullopt;
  }
}

/// What the call, which has returned, does to the epochs.
void apply(const Call &call, const Result &result, Epochs &epochs) {
  if (isRma(call.routine->cls)) {
    const std::int64_t target = call.argument(Role::Target).value_or(mpi::kProcNull);
    const bool isOfFence = epochs.isFenced && !epochs.isLocked(target) && !epochs.start;
    if (target == mpi::kProcNull) return;
    if (isOfFence && !epochs.fencedRma) epochs.fencedRma = placeOf(call);
    if (epochs.fence && !epochs.other) epochs.other = epochs.openedFor(target);
    return;
  }
  switch (call.routine->effect) {
    case Effect::Fence:
      epochs = {};
      epochs.isFenced = !has(call, mpi::kNoSucceed);
      if (epochs.isFenced) epochs.fence = placeOf(call);
      return;
    case Effect::StartAccess:
      epochs.start = placeOf(call);
      break;
    case Effect::Post:
      epochs.post = placeOf(call);
      break;
    case Effect::Lock:
      epochs.locks.insert_or_assign(*call.argument(Role::Target), placeOf(call));
      break;
    case Effect::LockAll:
      epochs.lockAll = placeOf(call);
      break;
    case Effect::CompleteAccess:
      epochs.start.reset();
      return;
    case Effect::WaitExposure:
      epochs.post.reset();
      return;
    case Effect::TestExposure:
      if (written(call, result, Role::Flag).value_or(0) != 0) epochs.post.reset();
      return;
    case Effect::Unlock:
      epochs.locks.erase(*call.argument(Role::Target));
      return;
    case Effect::UnlockAll:
      epochs.lockAll.reset();
      return;
    default:
      return;
  }
  epochs.isFenced = false;
  epochs.fencedRma.reset();
  epochs.isReported = false;
}

std::optional<std::int64_t> windowOf(const Call &call) {
  const auto window = call.argument(Role::Window);
  const auto handle = window ? window : call.argument(Role::FreedWindow);
  if (!handle || *handle == trace::kNullHandle || *handle == trace::kUnknownHandle) return std::nullopt;
  return handle;
}

/// In the window's communicator.
std::optional<std::int64_t> ownRank(const Call &call, const Context &context) {
  const CommunicatorPtr comm = communicatorOf(call, context);
  const auto position = comm ? comm->positionOf(call.rank()) : std::nullopt;
  return position ? std::optional<std::int64_t>(*position) : std::nullopt;
}

class RmaEpoch final : public Rule {
 public:
  using Windows = std::map<std::int64_t, Epochs>;

  bool isAbout(const mpi::RoutineInfo &routine) const override {
    return mpi::isAboutWindow(routine) || routine.effect == Effect::Finalize;
  }

  void onEnter(const Call &call, Context &context) override {
    if (const auto window = windowOf(call)) {
      Epochs &epochs = windows_[call.process][*window];
      report(call, judge(call, epochs, ownRank(call, context)), epochs, context);
    }
    if (call.routine->effect != Effect::Finalize) return;
    for (auto &[id, epochs] : windows_[call.process]) report(call, judgeEnd(call, epochs), epochs, context);
  }

  void onLeave(const Call &call, const Result &result, Context &) override {
    const auto window = windowOf(call);
    if (!window || result.code != 0) return;
    if (call.routine->effect == Effect::WinFree)
      windows_[call.process].erase(*window);
    else
      apply(call, result, windows_[call.process][*window]);
  }

  void onCollective(const Slot &slot, Context &context) override {
    const auto valueGroups = groupByValue(slot, [](const Call &call) -> std::optional<std::int64_t> {
      if (call.routine->effect != Effect::Fence) return std::nullopt;
      return call.argument(Role::Assertion).value_or(0) & (mpi::kNoPrecede | mpi::kNoSucceed);
    });
    if (valueGroups.size() < 2) return;
    const auto nameOf = [](std::int64_t assertion) {
      switch (assertion) {
        case mpi::kNoPrecede:
          return "MPI_MODE_NOPRECEDE";
        case mpi::kNoSucceed:
          return "MPI_MODE_NOSUCCEED";
        case 0:
          return "neither";
        default:
          return "MPI_MODE_NOPRECEDE and MPI_MODE_NOSUCCEED";
      }
    };
    report::Finding finding =
        makeFinding(kRule,
                    fmt::format("ranks disagree on the assertions of {} on {}: {}", slot.firstCall().name(),
                                describeOwner(slot), describeGroups(valueGroups, "give", nameOf)),
                    slot);
    finding.help = "give MPI_MODE_NOPRECEDE and MPI_MODE_NOSUCCEED on all ranks of the window or on none";
    context.report(std::move(finding));
  }

 private:
  static void report(const Call &call, const Verdict &fault, Epochs &epochs, Context &context) {
    if (!fault || epochs.isReported) return;
    epochs.isReported = fault->severity == report::Severity::Error;
    report::Finding finding = makeFinding(kRule, fault->what);
    finding.severity = fault->severity;
    finding.ranks = {call.rank()};
    finding.sites = {call.process->siteOf(call)};
    if (fault->place) {
      finding.sites.push_back(siteOf(*call.process, *fault->place, fault->label));
      finding.sites.back().role = report::SiteRole::Epoch;
    }
    finding.help = fault->help;
    context.report(std::move(finding));
  }

  std::map<const Process *, Windows> windows_;
};

const Registration<RmaEpoch> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
