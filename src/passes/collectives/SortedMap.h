// A map in a sorted array, for maps that are copied and iterated more often than modified.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace lockstep::passes {

template <class Key, class Mapped>
class SortedMap {
 public:
  using Entry = std::pair<Key, Mapped>;
  using iterator = typename std::vector<Entry>::iterator;
  using const_iterator = typename std::vector<Entry>::const_iterator;

  iterator begin() { return entries_.begin(); }
  iterator end() { return entries_.end(); }
  const_iterator begin() const { return entries_.begin(); }
  const_iterator end() const { return entries_.end(); }

  const_iterator lower_bound(const Key &key) const {
    return std::ranges::lower_bound(entries_, key, {}, &Entry::first);
  }
  const_iterator upper_bound(const Key &key) const {
    return std::ranges::upper_bound(entries_, key, {}, &Entry::first);
  }
  const_iterator find(const Key &key) const {
    const const_iterator place = lower_bound(key);
    return place != end() && place->first == key ? place : end();
  }
  bool contains(const Key &key) const { return find(key) != end(); }
  std::size_t size() const { return entries_.size(); }

  Mapped &operator[](const Key &key) {
    iterator place = std::ranges::lower_bound(entries_, key, {}, &Entry::first);
    if (place == end() || place->first != key) place = entries_.insert(place, {key, Mapped{}});
    return place->second;
  }
  void erase(const_iterator first, const_iterator last) { entries_.erase(first, last); }
  void erase(const Key &key) {
    if (const const_iterator place = find(key); place != end()) entries_.erase(place);
  }
  template <class Predicate>
  friend std::size_t erase_if(SortedMap &map, Predicate isErased) {
    return std::erase_if(map.entries_, isErased);
  }

 private:
  std::vector<Entry> entries_;
};

}  // namespace lockstep::passes
