#include "engine/values/WordHistory.h"

#include <algorithm>
#include <utility>

namespace lockstep::engine {
namespace {

/// A write to the word of the lock counts from now on.
void watchTurn(UserLock &lock, WordWrite &write) {
  const bool frees =
      write.value == lock.freeValue && (write.how == WordWrite::How::Set || write.how == WordWrite::How::Swap);
  if (lock.holder == write.process) {
    if (!frees) return;
    lock.holder = nullptr;
    lock.section.reset();
    lock.isGiven = true;
    write.hasGiven = true;
    return;
  }
  if (write.how == WordWrite::How::Swap) return;  // it may fail
  if (const CriticalSectionPtr section = lock.section.lock()) section->isBroken = true;
  if (lock.holder != nullptr || !frees) lock.isLock = false;
}

}  // namespace

std::optional<std::uint64_t> WordWrite::result() const {
  switch (how) {
    case How::Set:
      return value;
    case How::Swap:
      return hasFailed() ? std::nullopt : std::optional(value);
    case How::Add:
      return old ? std::optional(*old + value) : std::nullopt;
    case How::Other:
      return std::nullopt;
  }
  return std::nullopt;
}

/// Of another node nobody knows when it was: at once.
void WordHistory::add(const WordWritePtr &write) {
  if (write->process->key.node != node) write->time = 0;
  const auto timeOf = [](const WordWritePtr &other) { return other->time; };
  pending.insert(std::ranges::upper_bound(pending, write->time, {}, timeOf), write);
  if (pending.size() > kMostPending) advance(pending[kMostPending / 2]->time);
}

void WordHistory::advance(std::uint64_t time) {
  const auto isLater = [&](const WordWritePtr &write) { return write->time > time; };
  const auto end = std::ranges::find_if(pending, isLater);
  for (auto next = pending.begin(); next != end; ++next) {
    if (lock) watchTurn(*lock, **next);
    writes.push_back(*next);
    if (writes.size() > foldAt) fold();
  }
  pending.erase(pending.begin(), end);
}

/// Of the older half, the increments of a strand become one. What was set there is forgotten, but for the last time.
void WordHistory::fold() {
  const auto half = writes.begin() + static_cast<std::ptrdiff_t>(writes.size() / 2);
  WordWrites sums;
  WordWritePtr lastSet;
  for (auto write = writes.begin(); write != half; ++write) {
    if ((*write)->how != WordWrite::How::Add) {
      lastSet = *write;
      continue;
    }
    const auto isOfStrand = [&](const WordWritePtr &sum) { return sum->stamp.strand == (*write)->stamp.strand; };
    const auto before = std::ranges::find_if(sums, isOfStrand);
    auto sum = std::make_shared<WordWrite>(**write);
    if (before != sums.end()) {
      sum->value += (*before)->value;
      sum->old.reset();
      sums.erase(before);
    }
    sums.push_back(sum);
  }
  WordWrites kept;
  if (lastSet) kept.push_back(lastSet);
  kept.insert(kept.end(), sums.begin(), sums.end());
  kept.insert(kept.end(), half, writes.end());
  writes = std::move(kept);
  foldAt = writes.size() + kMostWrites;
}

void WordHistory::addPlain(const WordWritePtr &write) {
  plain.push_back(write);
  if (plain.size() > kMostPlain) plain.erase(plain.begin());
}

}  // namespace lockstep::engine
