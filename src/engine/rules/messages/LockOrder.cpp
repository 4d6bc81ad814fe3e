#include "engine/rules/messages/LockOrder.h"

#include <algorithm>
#include <climits>
#include <tuple>

#include "engine/calls/Synchronization.h"
#include "mpi/Rma.h"

namespace lockstep::engine {
namespace {

using mpi::Effect;
using mpi::Role;

bool completes(const mpi::RoutineInfo &routine) {
  const mpi::Synchronization sync = mpi::synchronization(routine.effect);
  return sync.kind == mpi::EpochKind::Lock && sync.completesAtTarget;
}

bool isExclusive(const Call &call) {
  return !hasAssertion(call, mpi::kNoCheck) && call.argument(Role::LockType) == mpi::kLockExclusive;
}

/// Whether the holder accesses the memory without a message.
bool isNear(const Call &call, int target, const Context &context) {
  const Window *window = context.windows().find(call.argument(Role::Window).value_or(trace::kNullHandle));
  return target == call.rank() || (window != nullptr && window->flavor == trace::WindowFlavor::Shared);
}

}  // namespace

bool LockOrder::isAbout(const mpi::RoutineInfo &routine) {
  return mpi::isRma(routine.cls) || routine.effect == Effect::Lock || completes(routine);
}

/// Calls `visit` for the exclusive locks under which the call is made: on its target, or on all targets.
template <class Visit>
void LockOrder::forEachOpen(const Call &call, const Context &context, Visit visit) {
  if (open_.empty()) return;
  const std::int64_t window = call.argument(Role::Window).value_or(trace::kNullHandle);
  const bool isForAll = call.routine->indexOf(Role::Target) < 0;
  const auto target = isForAll ? std::nullopt : context.windows().targetOf(call);
  for (auto open = open_.lower_bound({call.rank(), {window, INT_MIN}}); open != open_.end(); ++open) {
    const auto &[rank, at] = open->first;
    if (rank != call.rank() || at.first != window) return;
    if (isForAll || target == at.second) visit(locks_[open->second]);
  }
}

void LockOrder::hold(Lock &lock, const Context &context) {
  if (lock.held.tick == 0) lock.held = context.now();
}

/// Drops locks whose release is ordered before everything that can still come. Returns the number of strands examined.
std::size_t LockOrder::forgetOld(const Order &order) {
  const std::vector<Tick> horizon = order.horizon();
  const auto isOld = [&](const Lock &lock) {
    const auto strand = static_cast<std::size_t>(lock.released.strand);
    return lock.released.tick != 0 && strand < horizon.size() && lock.released.tick <= horizon[strand];
  };
  std::vector<Lock> kept;
  std::map<std::pair<int, Target>, std::size_t> open;
  for (Lock &lock : locks_) {
    if (isOld(lock)) continue;
    if (lock.released.tick == 0) open[{lock.rank, lock.target}] = kept.size();
    kept.push_back(std::move(lock));
  }
  locks_ = std::move(kept);
  open_ = std::move(open);
  return horizon.size();
}

void LockOrder::enter(const Call &call, const Context &context, bool mayForget) {
  if (call.rank() < 0) return;
  if (call.routine->effect == Effect::Lock) {
    const auto target = context.windows().targetOf(call);
    if (!target || !isExclusive(call)) return;
    if (mayForget && locks_.size() >= looksAt_) {
      const std::size_t strands = forgetOld(context.order());
      looksAt_ = std::max({std::size_t{32}, strands, 2 * locks_.size()});
    }
    if (locks_.size() >= kMostLocks) {
      isIncomplete_ = true;
      return;
    }
    series_.clear();
    const Target at{call.argument(Role::Window).value_or(trace::kNullHandle), *target};
    open_[{call.rank(), at}] = locks_.size();
    locks_.push_back({at, call.rank(), context.now(), {}, {}, false});
    return;
  }
  if (mpi::isRma(call.routine->cls)) return forEachOpen(call, context, [](Lock &lock) { lock.isUsed = true; });
  if (call.routine->effect == Effect::Unlock)
    forEachOpen(call, context, [&](Lock &lock) { lock.released = context.now(); });
}

void LockOrder::leave(const Call &call, const Context &context) {
  if (call.rank() < 0 || mpi::isRma(call.routine->cls)) return;
  forEachOpen(call, context, [&](Lock &lock) {
    const bool isAtOnce = call.routine->effect == Effect::Lock && isNear(call, lock.target.second, context);
    if (isAtOnce || (lock.isUsed && completes(*call.routine))) hold(lock, context);
  });
  if (call.routine->effect != Effect::Unlock) return;
  if (const auto target = context.windows().targetOf(call))
    open_.erase({call.rank(), {call.argument(Role::Window).value_or(trace::kNullHandle), *target}});
}

void LockOrder::sortIntoSeries() {
  std::map<std::tuple<Target, Strand, Strand, Strand>, Series> all;
  for (const Lock &lock : locks_) {
    if (lock.held.tick == 0) continue;
    Series &series = all[{lock.target, lock.requested.strand, lock.held.strand, lock.released.strand}];
    series.target = lock.target;
    series.rank = lock.rank;
    series.held.push_back(&lock);
    if (lock.released.tick != 0) series.released.push_back(&lock);
  }
  for (auto &[key, series] : all) series_.push_back(std::move(series));
}

const LockOrder::Lock *LockOrder::firstReleasedAfter(const Moment &moment, const Series &series, const Order &order) {
  const auto first = std::ranges::partition_point(series.released, [&](const Lock *lock) {
    ++steps_;
    return !order.before(moment, lock->released);
  });
  return first != series.released.end() ? *first : nullptr;
}

const LockOrder::Lock *LockOrder::firstRequestedAfter(const Moment &moment, const Series &series, const Order &order) {
  const auto first = std::ranges::partition_point(series.held, [&](const Lock *lock) {
    ++steps_;
    return !order.before(moment, lock->requested);
  });
  return first != series.held.end() ? *first : nullptr;
}

/// Searches from `a` over the release of a lock to its next holder, transitively. The earliest lock reached in a series
/// leads to everything that later ones lead to.
bool LockOrder::before(const Moment &a, const Stamp &b, const Order &order) {
  if (series_.empty()) sortIntoSeries();
  std::vector<const Lock *> reached(series_.size());   // by series, the earliest
  std::vector<const Lock *> expanded(series_.size());  // the same, if its successors have been added
  std::vector<Moment> open{a};
  while (!open.empty()) {
    const Moment from = open.back();
    open.pop_back();
    for (std::size_t i = 0; i < series_.size(); ++i) {
      if (steps_ > kMostSteps) {
        isIncomplete_ = true;
        return false;
      }
      const Lock *first = firstReleasedAfter(from, series_[i], order);
      if (first == nullptr || (expanded[i] != nullptr && expanded[i] <= first)) continue;
      expanded[i] = first;
      const auto [begin, end] = std::ranges::equal_range(series_, series_[i].target, {}, &Series::target);
      for (auto other = begin; other != end; ++other) {
        const Lock *next = other->rank != series_[i].rank ? firstRequestedAfter(first->held, *other, order) : nullptr;
        const Lock *&best = reached[static_cast<std::size_t>(other - series_.begin())];
        if (next == nullptr || (best != nullptr && best <= next)) continue;
        if (order.before(next->held, b)) return true;
        best = next;
        open.emplace_back(next->held);
      }
    }
  }
  return false;
}

}  // namespace lockstep::engine
