// What was done to the memory of one process and may still conflict with what comes.
//
// Entries are strided runs of bytes with the access group that they belong to, exact to the byte and never written out
// element by element; accesses without a pattern are entries of a block each (see PlaceBlock.h). Like PartIndex, they
// stand in classes by their length, in powers of two: what reaches into a place begins less than the length of its
// class before it. So a look costs a search per class that there is.
//
// The history stays small in three ways. Entries of one access group that touch become one. An entry gives way where a
// later one of the same kind covers it, if whoever conflicts with the old one conflicts with the new one as well. And
// when the history has doubled or was looked at often, whatever is ordered before all that can still come is swept out;
// that is paid for by what was added or looked at since.
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
    PlaceBlockPtr block;  // not null: the run is only the hull of it
    bool isSolid() const { return run.count == 1 && !block; }
    Touched touched() const { return {run, block.get()}; }
  };
  using ByStart = std::multimap<std::uint64_t, Entry>;
  using Place = std::pair<int, ByStart::iterator>;
  using Places = std::vector<Place>;

  bool isEmpty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  /// Memory that the entries take, their access groups apart.
  std::size_t bytes() const;

  /// The entries that overlap the run or touch it. Valid until the history changes.
  const Places &around(const ByteRun &run);

  /// Adds a run, or the block that it is the hull of; `around` is what the look at it gave. `replaces(old)` says
  /// whether the new entry makes an old one superfluous where it covers it.
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

  /// Calls `visit(entry)` for all that lie within the span, also those that only reach into it.
  template <class Visit>
  void forEachIn(Span span, Visit visit) const {
    for (const auto &[length, byStart] : byLength_)
      for (auto next = byStart.lower_bound(reachInto(span.first, length));
           next != byStart.end() && next->first < span.end; ++next)
        if (next->second.end > span.first) visit(next->second);
  }

  /// Removes the entries that lie within the span and whose access group `isOver`.
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
  std::size_t blocks_ = 0;  // entries with one
  Places around_;
};

}  // namespace lockstep::engine
