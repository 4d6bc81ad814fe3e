// The accesses to the memory of one process that may conflict with later ones.
//
// Entries are strided runs of bytes with their access group, exact to the byte and never expanded into elements;
// irregular accesses are one entry per block (see PlaceBlock.h). As in PartIndex, entries are in classes by length, in
// powers of two: an entry that overlaps an address begins less than its class length before it. So a query costs one
// search per class in use.
//
// The history stays small in three ways. Adjacent entries of one access group are merged. A later entry of the same
// kind replaces an entry that it covers, if everything that conflicts with the old one conflicts with the new one as
// well. And when the history has doubled or was queried often, entries ordered before everything that can still come
// are removed; the cost is amortized over the additions and queries since.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "engine/calls/AccessGroup.h"
#include "engine/memory/PlaceBlock.h"
#include "engine/objects/Types.h"

namespace lockstep::engine {

class AccessHistory {
 public:
  struct Entry {
    ByteRun run;  // normalized
    std::uint64_t end = 0;
    AccessGroupRef accessGroup;
    PlaceBlockPtr block;  // not null: `run` is only its hull
    bool isSolid() const { return run.count == 1 && !block; }
    Touched touched() const { return {run, block.get()}; }
  };
  using ByStart = std::multimap<std::uint64_t, Entry>;
  using Place = std::pair<int, ByStart::iterator>;
  using Places = std::vector<Place>;

  bool isEmpty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  /// Memory used by the entries, without their access groups.
  std::size_t bytes() const;

  /// The entries that overlap the run or are adjacent to it. Valid until the history changes.
  const Places &around(const ByteRun &run);

  /// Adds a run, or the block whose hull it is; `around` is the result of around(run). `replaces(old)` says whether the
  /// new entry makes an old one superfluous where it covers it.
  template <class Replaces>
  void add(ByteRun run, const AccessGroupRef &accessGroup, const Places &around, Replaces replaces,
           PlaceBlockPtr block = nullptr) {
    for (const Place &place : around) {
      const Entry &old = place.second->second;
      if (old.accessGroup.get() == accessGroup.get()) {
        if (!absorb(run, block, place)) return;
      } else if (replaces(*old.accessGroup)) {
        cut(run, block.get(), place);
      }
    }
    insert(run, accessGroup, std::move(block));
  }

  /// Calls `visit(entry)` for all entries that overlap the span.
  template <class Visit>
  void forEachIn(Span span, Visit visit) const {
    for (const auto &[length, byStart] : byLength_)
      for (auto next = byStart.lower_bound(reachInto(span.first, length));
           next != byStart.end() && next->first < span.end; ++next)
        if (next->second.end > span.first) visit(next->second);
  }

  /// Removes the entries within the span whose access group `isOver`.
  template <class IsOver>
  void forget(Span span, IsOver isOver) {
    for (auto sameLength = byLength_.begin(); sameLength != byLength_.end();) {
      ByStart &byStart = sameLength->second;
      for (auto next = byStart.lower_bound(span.first); next != byStart.end() && next->first < span.end;) {
        const bool isForgotten = next->second.end <= span.end && isOver(*next->second.accessGroup);
        blocks_ -= isForgotten && next->second.block ? 1 : 0;
        next = isForgotten ? byStart.erase(next) : std::next(next);
        size_ -= isForgotten ? 1 : 0;
      }
      sameLength = byStart.empty() ? byLength_.erase(sameLength) : std::next(sameLength);
    }
  }

  /// Removes the entries whose access group `isOver`.
  template <class IsOver>
  void sweep(IsOver isOver) {
    for (auto sameLength = byLength_.begin(); sameLength != byLength_.end();) {
      size_ -= std::erase_if(sameLength->second, [&](const auto &entry) {
        const bool goes = isOver(*entry.second.accessGroup);
        blocks_ -= goes && entry.second.block ? 1 : 0;
        return goes;
      });
      sameLength = sameLength->second.empty() ? byLength_.erase(sameLength) : std::next(sameLength);
    }
  }

 private:
  static std::uint64_t reachInto(std::uint64_t first, int length) {
    if (length >= 64) return 0;
    const std::uint64_t reach = std::uint64_t{1} << length;
    return first > reach ? first - reach : 0;
  }

  void insert(const ByteRun &run, const AccessGroupRef &accessGroup, PlaceBlockPtr block = nullptr);
  void remove(const Place &place);
  bool absorb(ByteRun &run, PlaceBlockPtr &block, const Place &place);
  void cut(const ByteRun &run, const PlaceBlock *block, const Place &place);

  std::map<int, ByStart> byLength_;
  std::size_t size_ = 0;
  std::size_t blocks_ = 0;  // entries with a block
  Places around_;
};

}  // namespace lockstep::engine
