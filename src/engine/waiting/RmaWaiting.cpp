#include "engine/waiting/RmaWaiting.h"

#include <algorithm>

#include "engine/calls/Synchronization.h"
#include "mpi/Rma.h"

namespace lockstep::engine {
namespace {

using mpi::EpochKind;
using mpi::Role;

constexpr int kAllTargets = -1;

bool isExclusive(const Call &call) { return call.argument(Role::LockType) == mpi::kLockExclusive; }

std::uint64_t countOf(const std::map<std::pair<int, int>, std::uint64_t> &counts, std::pair<int, int> pair) {
  const auto known = counts.find(pair);
  return known == counts.end() ? 0 : known->second;
}

/// World rank; `kAllTargets` for calls without a target argument. None: MPI_PROC_NULL or an invalid rank.
std::optional<int> targetOf(const Communicator &comm, const Call &call) {
  const auto rank = call.argument(Role::Target);
  if (!rank) return kAllTargets;
  if (*rank < 0 || *rank >= static_cast<std::int64_t>(comm.size())) return std::nullopt;
  return comm.members()[static_cast<std::size_t>(*rank)];
}

/// Null for an unknown window.
template <class Windows>
auto *find(Windows &windows, std::optional<std::int64_t> id) {
  const auto known = id ? windows.find(*id) : windows.end();
  return known == windows.end() ? nullptr : &known->second;
}

/// Empty if unknown.
std::vector<int> groupOf(const Call &call) {
  const auto *members = call.process->groups.find(call.argument(Role::Group).value_or(trace::kUnknownHandle));
  return members != nullptr ? *members : std::vector<int>{};
}

}  // namespace

/// Epochs count from the call that begins them: a start that waits has begun its epoch.
void RmaWaiting::enter(const Call &call) {
  if (!mpi::isAboutWindow(*call.routine)) return;
  Window *window = find(windows_, call.argument(Role::Window));
  if (window == nullptr) return;
  const int rank = call.rank();
  const mpi::Synchronization sync = synchronization(call);
  switch (sync.kind) {
    case EpochKind::Exposure:
      if (!sync.opens) return;
      window->origins[rank] = groupOf(call);
      for (const int origin : window->origins[rank]) ++window->posts[{origin, rank}];
      return;
    case EpochKind::Access:
      if (sync.opens) window->targets[rank] = groupOf(call);
      for (const int target : window->targets[rank])
        ++(sync.opens ? window->starts : window->completes)[{rank, target}];
      return;
    case EpochKind::Lock:
      if (sync.closes) release(*window, call);
      return;
    case EpochKind::Fence:
    case EpochKind::None:
      return;
  }
}

void RmaWaiting::leave(const Call &call, const Result &result) {
  if (result.code != 0 || !mpi::isAboutWindow(*call.routine)) return;
  if (const auto made = written(call, result, Role::NewWindow); made && call.comm) windows_[*made].comm = call.comm;
  forgetFreed(call);
  Window *window = find(windows_, call.argument(Role::Window));
  if (window == nullptr || hasAssertion(call, mpi::kNoCheck)) return;
  const mpi::Synchronization sync = synchronization(call);
  if (sync.kind != EpochKind::Lock || !sync.opens) return;
  if (const auto target = targetOf(*window->comm, call))
    window->locks[call.rank()].push_back({*target, isExclusive(call)});
}

void RmaWaiting::forgetFreed(const Call &call) {
  const auto freed = call.argument(Role::FreedWindow);
  Window *window = find(windows_, freed);
  if (window != nullptr && ++window->freed >= window->comm->size()) windows_.erase(*freed);
}

void RmaWaiting::release(Window &window, const Call &call) {
  const auto held = window.locks.find(call.rank());
  const auto target = targetOf(*window.comm, call);
  if (held == window.locks.end() || !target) return;
  std::erase_if(held->second, [&](const Lock &lock) { return lock.target == *target; });
  if (held->second.empty()) window.locks.erase(held);
}

/// A start with MPI_MODE_NOCHECK asserts that the posts were made.
WaitCondition RmaWaiting::needOfPosts(const Window &window, int origin) {
  WaitCondition any{WaitCondition::Kind::Any, -1, {}};
  const auto targets = window.targets.find(origin);
  if (targets == window.targets.end()) return {};
  for (const int target : targets->second) {
    const Pair pair{origin, target};
    const bool isPosted = countOf(window.posts, pair) >= countOf(window.starts, pair);
    if (isPosted) continue;
    if (target < 0) return {};
    any.parts.push_back(WaitCondition::of(target));
  }
  return any.parts.empty() ? WaitCondition{} : any;
}

WaitCondition RmaWaiting::needOfCompletes(const Window &window, int target) {
  WaitCondition all;
  const auto origins = window.origins.find(target);
  if (origins == window.origins.end()) return {};
  for (const int origin : origins->second) {
    const Pair pair{origin, target};
    const bool isComplete = origin < 0 || countOf(window.completes, pair) >= countOf(window.posts, pair);
    if (!isComplete) all.parts.push_back(WaitCondition::of(origin));
  }
  return all;
}

WaitCondition RmaWaiting::needOfLock(const Window &window, const Call &call) {
  const auto target = targetOf(*window.comm, call);
  if (!target) return {};
  WaitCondition any{WaitCondition::Kind::Any, -1, {}};
  for (const auto &[holder, locks] : window.locks)
    for (const Lock &lock : locks) {
      const bool overlaps = lock.target == *target || lock.target == kAllTargets || *target == kAllTargets;
      if (overlaps && (lock.isExclusive || isExclusive(call))) any.parts.push_back(WaitCondition::of(holder));
    }
  return any.parts.empty() ? WaitCondition{} : any;
}

WaitCondition RmaWaiting::needOf(const Call &call) const {
  const Window *window = find(windows_, call.argument(Role::Window));
  if (window == nullptr || hasAssertion(call, mpi::kNoCheck)) return {};
  const mpi::Synchronization sync = synchronization(call);
  switch (sync.kind) {
    case EpochKind::Access:
      return needOfPosts(*window, call.rank());
    case EpochKind::Exposure:
      return sync.closes && !sync.isTest ? needOfCompletes(*window, call.rank()) : WaitCondition{};
    case EpochKind::Lock:
      return sync.opens ? needOfLock(*window, call) : WaitCondition{};
    case EpochKind::Fence:
    case EpochKind::None:
      break;
  }
  return {};
}

}  // namespace lockstep::engine
