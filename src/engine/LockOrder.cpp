#include "engine/LockOrder.h"

#include <algorithm>

#include "mpi/Special.h"

namespace lockstep::engine {
namespace {

using mpi::Class;
using mpi::Effect;
using mpi::Role;

bool isOperation(const mpi::RoutineInfo &routine) {
  return routine.cls == Class::RmaPut || routine.cls == Class::RmaGet || routine.cls == Class::RmaAccumulate ||
         routine.cls == Class::RmaFetch;
}

bool completes(Effect effect) {
  return effect == Effect::Flush || effect == Effect::FlushAll || effect == Effect::Unlock;
}

bool isExclusive(const Call &call) {
  const bool isChecked = (call.argument(Role::Assertion).value_or(0) & mpi::kNoCheck) == 0;
  return isChecked && call.argument(Role::LockType) == mpi::kLockExclusive;
}

/// The holder reaches the memory without a message.
bool isNear(const Call &call, int target, const Context &context) {
  const Window *window = context.windows().find(call.argument(Role::Window).value_or(trace::kNullHandle));
  return target == call.rank() || (window != nullptr && window->flavor == trace::WindowFlavor::Shared);
}

}  // namespace

bool LockOrder::isAbout(const mpi::RoutineInfo &routine) {
  return isOperation(routine) || routine.effect == Effect::Lock || completes(routine.effect);
}

/// Calls `visit` for the exclusive locks that the call is made under: of its target, or of all.
template <class Visit>
void LockOrder::forEachOpen(const Call &call, const Context &context, Visit visit) {
  if (open_.empty()) return;
  const std::int64_t window = call.argument(Role::Window).value_or(trace::kNullHandle);
  const bool isForAll = call.routine->indexOf(Role::Target) < 0;
  const auto target = isForAll ? std::nullopt : context.windows().targetOf(call);
  for (const auto &[key, index] : open_)
    if (key.first == call.rank() && key.second.first == window && (isForAll || target == key.second.second))
      visit(locks_[index]);
}

void LockOrder::hold(Lock &lock, const Context &context) {
  if (lock.held.tick == 0) lock.held = context.now();
}

/// What was given back before all that can still come orders nothing of it.
void LockOrder::forgetOld(const Order &order) {
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
}

void LockOrder::enter(const Call &call, const Context &context, bool mayForget) {
  if (call.rank() < 0) return;
  if (call.routine->effect == Effect::Lock) {
    const auto target = context.windows().targetOf(call);
    if (!target || !isExclusive(call)) return;
    if (mayForget && locks_.size() >= looksAt_) {
      forgetOld(context.order());
      looksAt_ = std::max<std::size_t>(32, 2 * locks_.size());
    }
    if (locks_.size() >= kMostLocks) {
      isIncomplete_ = true;
      return;
    }
    const Target at{call.argument(Role::Window).value_or(trace::kNullHandle), *target};
    open_[{call.rank(), at}] = locks_.size();
    locks_.push_back({at, call.rank(), context.now(), {}, {}, false});
    return;
  }
  if (isOperation(*call.routine)) return forEachOpen(call, context, [](Lock &lock) { lock.isUsed = true; });
  if (call.routine->effect == Effect::Unlock)
    forEachOpen(call, context, [&](Lock &lock) { lock.released = context.now(); });
}

void LockOrder::leave(const Call &call, const Context &context) {
  if (call.rank() < 0 || isOperation(*call.routine)) return;
  forEachOpen(call, context, [&](Lock &lock) {
    const bool isAtOnce = call.routine->effect == Effect::Lock && isNear(call, lock.target.second, context);
    if (isAtOnce || (lock.isUsed && completes(call.routine->effect))) hold(lock, context);
  });
  if (call.routine->effect != Effect::Unlock) return;
  if (const auto target = context.windows().targetOf(call))
    open_.erase({call.rank(), {call.argument(Role::Window).value_or(trace::kNullHandle), *target}});
}

/// From `a` over the release of a lock to the next that has it, as often as it takes.
bool LockOrder::before(const Moment &a, const Stamp &b, const Order &order) const {
  std::vector<Moment> open{a};
  std::vector<bool> isReached(locks_.size());
  while (!open.empty()) {
    const Moment from = open.back();
    open.pop_back();
    for (const Lock &first : locks_) {
      const bool isReleasedAfter =
          first.held.tick != 0 && first.released.tick != 0 && order.before(from, first.released);
      if (!isReleasedAfter) continue;
      for (std::size_t i = 0; i < locks_.size(); ++i) {
        const Lock &next = locks_[i];
        const bool isNext = !isReached[i] && next.target == first.target && next.rank != first.rank &&
                            next.held.tick != 0 && order.before(first.held, next.requested);
        if (!isNext) continue;
        if (order.before(next.held, b)) return true;
        isReached[i] = true;
        open.emplace_back(next.held);
      }
    }
  }
  return false;
}

}  // namespace lockstep::engine
