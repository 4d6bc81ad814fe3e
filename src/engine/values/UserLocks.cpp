#include "engine/values/UserLocks.h"

namespace lockstep::engine {

bool givesNoOrder(const WordHistory &word, const WordRead &read, std::uint64_t value) {
  if (!word.lock || !word.lock->isLock) return false;
  const bool isTry = read.write && read.write->how == WordWrite::How::Swap &&
                     read.write->compared == word.lock->freeValue && read.write->value != word.lock->freeValue;
  return isTry || (word.lock->isGiven && value == word.lock->freeValue);
}

/// One that gave the lock back has done so before: meanwhile another may have taken it.
void UserLocks::takeTurn(WordHistory &word, const WordWrite &swap) {
  if (swap.value == swap.compared || swap.hasGiven) return;  // the former only reads
  if (!word.lock) {
    word.lock = std::make_shared<UserLock>();
    word.lock->freeValue = swap.compared;
    // Others have changed it in another way before; to set it free at first is no harm.
    for (const WordWritePtr &write : word.writes)
      if (write->how != WordWrite::How::Swap && write->result() != word.lock->freeValue) word.lock->isLock = false;
  }
  UserLock &lock = *word.lock;
  if (lock.holder != nullptr && lock.holder != swap.process) {
    if (const CriticalSectionPtr section = lock.section.lock()) section->isBroken = true;
    lock.isLock = false;
  }
  if (swap.value == lock.freeValue) return;
  if (swap.compared != lock.freeValue) lock.isLock = false;
  if (!lock.isLock) return;
  const auto section = std::make_shared<CriticalSection>(CriticalSection{word.lock});
  lock.section = section;
  lock.holder = swap.process;
  held_[swap.process].push_back(section);
}

void UserLocks::release(const Call &call, const WordHistory &word, const WordWrite &write) {
  const auto held = held_.find(call.process);
  if (!word.lock || held == held_.end() || write.value != word.lock->freeValue) return;
  if (write.how != WordWrite::How::Set && write.how != WordWrite::How::Swap) return;
  if (std::erase_if(held->second, [&](const CriticalSectionPtr &section) { return section->lock == word.lock; }) == 0)
    return;
  if (held->second.empty()) held_.erase(held);
  lastGiving_ = &call;
}

std::span<const CriticalSectionPtr> UserLocks::heldBy(const ProcessInfo &process) const {
  const auto held = held_.find(&process);
  return held == held_.end() ? std::span<const CriticalSectionPtr>{}
                             : std::span<const CriticalSectionPtr>(held->second);
}

}  // namespace lockstep::engine
