#include "engine/races/WindowLocks.h"

#include <algorithm>

#include "engine/calls/RmaOperation.h"
#include "engine/calls/Synchronization.h"

namespace lockstep::engine {

using mpi::Role;

void WindowLocks::acquire(const Call &call, const Window &window) {
  const auto target = windows_.targetOf(call);
  if (!target && call.routine->indexOf(Role::Target) >= 0) return;  // nobody is locked
  const bool isExclusive = call.argument(Role::LockType) == mpi::kLockExclusive;
  held_[call.process].push_back(
      {&window, target.value_or(-1), isExclusive, !hasAssertion(call, mpi::kNoCheck), call.self()});
}

bool WindowLocks::isReleased(const HeldLock &lock, const Call &call, const Window &window) const {
  if (lock.window != &window) return false;
  const auto target = windows_.targetOf(call);
  if (!target && call.routine->indexOf(Role::Target) >= 0) return false;
  return lock.target == target.value_or(-1);
}

void WindowLocks::release(const Call &call, const Window &window) {
  const auto held = held_.find(call.process);
  if (held == held_.end()) return;
  std::erase_if(held->second, [&](const HeldLock &lock) { return isReleased(lock, call, window); });
  if (held->second.empty()) held_.erase(held);
}

HeldLocks WindowLocks::on(const ProcessInfo &process, const Window &window, int target) const {
  HeldLocks locks;
  if (const auto held = held_.find(&process); held != held_.end())
    for (const HeldLock &lock : held->second)
      if (lock.window == &window && (lock.target < 0 || lock.target == target)) locks.push_back(lock);
  return locks;
}

const HeldLocks &WindowLocks::at(const ProcessInfo &process, int owner, std::uint64_t address) {
  some_.clear();
  const auto held = held_.find(&process);
  if (held == held_.end()) return some_;
  const auto [known, isNew] = memory_.try_emplace({&process, owner});
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
    if (protects(memory[i])) some_.push_back(locks[i]);
  return some_;
}

HeldLocks WindowLocks::around(const Call &call, const MemoryPart &buffer) const {
  HeldLocks locks;
  const auto held = held_.find(call.process);
  if (held == held_.end()) return locks;
  forEachPiece(windows_, call.rank(), buffer, [&](int owner, const ByteRun &piece) {
    add(held->second, owner, {static_cast<std::uint64_t>(piece.offset), endOf(piece)}, locks);
  });
  return locks;
}

void WindowLocks::add(const HeldLocks &held, int owner, Span memory, HeldLocks &locks) const {
  for (const HeldLock &lock : held) {
    if ((lock.target >= 0 && lock.target != owner) || lock.window->part(owner) == nullptr) continue;
    bool protects = false;
    windows_.forEachSpan(*lock.window, owner, [&](const Span &span) { protects |= span.meets(memory); });
    if (protects && std::ranges::find(locks, lock) == locks.end()) locks.push_back(lock);
  }
}

void WindowLocks::unprotect(const Call &call, AccessGroup &accessGroup) const {
  const Window *window = windows_.windowOf(call);
  if (window == nullptr || accessGroup.done.isSet()) return;
  std::erase_if(accessGroup.locks, [&](const HeldLock &lock) { return isReleased(lock, call, *window); });
}

}  // namespace lockstep::engine
