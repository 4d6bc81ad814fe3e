// A map from parts of memory to data, searched by overlap.
//
// Parts are in classes by length, in powers of two: within a class, any part that overlaps an address begins less than
// the class length before it. So one long part among ten thousand short ones costs one more lookup, not a scan of all.
// An interval tree would do the same; this needs only two standard maps.
#pragma once

#include <bit>
#include <cstdint>
#include <map>
#include <utility>

#include "engine/memory/MemoryPart.h"

namespace lockstep::engine {

template <class Value>
class PartIndex {
 public:
  struct Entry {
    MemoryPart part;
    Value value;
  };
  using ByStart = std::multimap<std::uint64_t, Entry>;
  using Place = std::pair<int, typename ByStart::iterator>;

  Place add(const MemoryPart &part, Value value) {
    const auto length = static_cast<int>(std::bit_width(part.end - part.first));
    return {length, byLength_[length].emplace(part.first, Entry{part, std::move(value)})};
  }

  void remove(const Place &place) {
    const auto sameLength = byLength_.find(place.first);
    sameLength->second.erase(place.second);
    if (sameLength->second.empty()) byLength_.erase(sameLength);
  }

  bool isEmpty() const { return byLength_.empty(); }

  template <class Visit>
  void forEachOverlap(const MemoryPart &part, Visit visit) const {
    for (const auto &[length, byStart] : byLength_) {
      const std::uint64_t reach = std::uint64_t{1} << length;
      auto next = byStart.lower_bound(part.first > reach ? part.first - reach : 0);
      for (; next != byStart.end() && next->first < part.end; ++next)
        if (overlap(part, next->second.part)) visit(next->second);
    }
  }

 private:
  std::map<int, ByStart> byLength_;
};

}  // namespace lockstep::engine
