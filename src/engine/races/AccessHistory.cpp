#include "engine/races/AccessHistory.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace lockstep::engine {
namespace {

std::uint64_t firstOf(const ByteRun &run) { return static_cast<std::uint64_t>(run.offset); }

bool isSolid(const ByteRun &run) { return run.count == 1; }

/// Whether `outer` covers `inner`; conservative, without an exact comparison.
bool covers(const ByteRun &outer, const ByteRun &inner) {
  if (outer == inner) return true;
  if (isSolid(outer)) return firstOf(outer) <= firstOf(inner) && endOf(inner) <= endOf(outer);
  if (firstOf(inner) < firstOf(outer) || endOf(inner) > endOf(outer)) return false;
  if (!isSolid(inner) && inner.stride != outer.stride) return false;
  const std::uint64_t into = (firstOf(inner) - firstOf(outer)) % static_cast<std::uint64_t>(outer.stride);
  return into + inner.length <= outer.length;
}

/// Makes `run` the union of both, if that is a single run.
bool unite(ByteRun &run, const ByteRun &other) {
  if (isSolid(run) && isSolid(other)) {
    if (endOf(run) < firstOf(other) || endOf(other) < firstOf(run)) return false;
    const std::uint64_t first = std::min(firstOf(run), firstOf(other));
    const std::uint64_t end = std::max(endOf(run), endOf(other));
    run = {static_cast<std::int64_t>(first), end - first, 0, 1};
    return true;
  }
  // Adjacent columns.
  if (run.stride == other.stride && run.count == other.count) {
    const bool isBehind = firstOf(other) + other.length == firstOf(run);
    const bool isBefore = firstOf(run) + run.length == firstOf(other);
    if (!isBehind && !isBefore) return false;
    run = normalized({std::min(run.offset, other.offset), run.length + other.length, run.stride, run.count});
    return true;
  }
  return false;
}

}  // namespace

const AccessHistory::Places &AccessHistory::around(const ByteRun &run) {
  around_.clear();
  const std::uint64_t first = firstOf(run);
  const std::uint64_t end = endOf(run);
  for (auto &[length, byStart] : byLength_) {
    auto next = byStart.lower_bound(reachInto(first, length));
    for (; next != byStart.end() && next->first <= end; ++next)
      if (next->second.end >= first) around_.emplace_back(length, next);
  }
  return around_;
}

std::size_t AccessHistory::bytes() const {
  constexpr std::size_t kLinks = 4 * sizeof(void *);
  return size_ * (sizeof(ByStart::value_type) + kLinks) + blocks_ * (sizeof(PlaceBlock) + kLinks);
}

void AccessHistory::insert(const ByteRun &run, const AccessGroupRef &accessGroup, PlaceBlockPtr block) {
  const std::uint64_t end = endOf(run);
  const auto length = static_cast<int>(std::bit_width(end - firstOf(run)));
  blocks_ += block ? 1 : 0;
  byLength_[length].emplace(firstOf(run), Entry{run, end, accessGroup, std::move(block)});
  ++size_;
}

void AccessHistory::remove(const Place &place) {
  const auto sameLength = byLength_.find(place.first);
  blocks_ -= place.second->second.block ? 1 : 0;
  sameLength->second.erase(place.second);
  if (sameLength->second.empty()) byLength_.erase(sameLength);
  --size_;
}

/// Merges an entry of the same access group into the run or block. False if the entry already covers it.
bool AccessHistory::absorb(ByteRun &run, PlaceBlockPtr &block, const Place &place) {
  const Entry &old = place.second->second;
  if (!old.block && covers(old.run, run)) return false;
  if (!block && (covers(run, old.run) || (!old.block && unite(run, old.run)))) {
    remove(place);
  } else if (block && old.block && isSameFrame(*block, *old.block)) {
    if (covers(*old.block, *block)) return false;
    block = united(*block, *old.block);
    run = hullOf(*block);
    remove(place);
  }
  return true;
}

void AccessHistory::cut(const ByteRun &run, const PlaceBlock *block, const Place &place) {
  const Entry &entry = place.second->second;
  if (block != nullptr) {
    if (entry.block && isSameFrame(*block, *entry.block) && covers(*block, *entry.block)) remove(place);
    return;
  }
  const ByteRun old = entry.run;
  if (covers(run, old)) return remove(place);
  if (!isSolid(run) || !entry.isSolid() || endOf(run) <= firstOf(old) || endOf(old) <= firstOf(run)) return;
  const AccessGroupRef accessGroup = entry.accessGroup;
  remove(place);
  if (firstOf(old) < firstOf(run)) insert({old.offset, firstOf(run) - firstOf(old), 0, 1}, accessGroup);
  if (endOf(run) < endOf(old))
    insert({static_cast<std::int64_t>(endOf(run)), endOf(old) - endOf(run), 0, 1}, accessGroup);
}

}  // namespace lockstep::engine
