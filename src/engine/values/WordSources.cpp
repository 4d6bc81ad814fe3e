#include "engine/values/WordSources.h"

#include <algorithm>

namespace lockstep::engine {
namespace {

/// What so many bytes hold of the number.
std::uint64_t cut(std::uint64_t number, std::uint32_t bytes) {
  return bytes >= sizeof number ? number : number & ((std::uint64_t{1} << (8 * bytes)) - 1);
}

bool isNegative(std::uint64_t number, std::uint32_t bytes) { return (number >> (8 * bytes - 1) & 1) != 0; }

/// The last write of every strand before a read began.
struct Past {
  WordWrites sets;     // writes that left nothing of the old value
  WordWrites changes;  // all writes
};

class SourceSearch {
 public:
  SourceSearch(const Order &order, WordHistory &word, const WordRead &read, std::uint64_t value)
      : order_(order), word_(word), read_(read), value_(value) {}

  WordWrites sources() const;

 private:
  Past past() const;
  WordWrites countedBy(const WordWrites &adds, std::uint64_t base) const;
  WordWrites settersOf(const Past &before, const WordWrites &from) const;
  bool isBefore(const WordWrite &a, const WordWrite &b) const { return order_.before(a.stamp, b.stamp); }
  bool isBeforeOne(const WordWrite &write, const WordWrites &later) const;

  const Order &order_;
  WordHistory &word_;
  const WordRead &read_;
  std::uint64_t value_;
};

Past SourceSearch::past() const {
  Past past;
  const auto keepLast = [](WordWrites &last, const WordWritePtr &write) {
    for (WordWritePtr &other : last) {
      if (other->stamp.strand != write->stamp.strand) continue;
      if (other->stamp.tick < write->stamp.tick) other = write;
      return;
    }
    last.push_back(write);
  };
  for (const WordWrites *all : {&word_.writes, &word_.plain})
    for (const WordWritePtr &write : *all) {
      if (write == read_.write || write->hasFailed() || !order_.before(write->stamp, read_.begun)) continue;
      if (write->overwrites()) keepLast(past.sets, write);
      if (!write->isOpen()) keepLast(past.changes, write);
    }
  return past;
}

bool SourceSearch::isBeforeOne(const WordWrite &write, const WordWrites &later) const {
  return std::ranges::any_of(later, [&](const WordWritePtr &other) { return isBefore(write, *other); });
}

WordWrites SourceSearch::sources() const {
  const Past before = past();
  WordWrites sets;
  WordWrites adds;
  for (const WordWritePtr &write : word_.writes) {
    if (write == read_.write || write->hasFailed() || isBeforeOne(*write, before.sets)) continue;
    if (write->how == WordWrite::How::Other) return {};
    (write->how == WordWrite::How::Add ? adds : sets).push_back(write);
  }
  for (const WordWritePtr &write : word_.plain)
    if (std::ranges::count(before.sets, write) > 0 && !isBeforeOne(*write, before.sets)) sets.push_back(write);
  if (!adds.empty()) {
    const bool mayBeFirst = before.sets.empty();
    const auto isAfterSet = [&](const WordWritePtr &add) { return isBefore(*sets.front(), *add); };
    const bool isSetOnce =
        sets.size() == 1 && (!mayBeFirst || (value_ != word_.first && std::ranges::all_of(adds, isAfterSet)));
    WordWrites counted;
    if (isSetOnce) counted = countedBy(adds, sets.front()->value);
    if (sets.empty() && mayBeFirst) counted = countedBy(adds, word_.first);
    if (!counted.empty() && isSetOnce) counted.push_back(sets.front());
    if (!counted.empty()) return counted;
  }
  if (adds.empty() && !word_.isFirstKnown && before.changes.empty()) {
    const auto isSet = [&](const WordWritePtr &set) { return set->value == value_; };
    word_.isFirstKnown = true;
    // Who waits for a value does so because the word holds another.
    word_.first = std::ranges::none_of(sets, isSet) ? value_ : read_.write ? word_.first : cut(~value_, read_.bytes);
  }
  sets.insert(sets.end(), adds.begin(), adds.end());
  return settersOf(before, sets);
}

/// The increments that the value stands for.
WordWrites SourceSearch::countedBy(const WordWrites &adds, std::uint64_t base) const {
  std::uint64_t all = base;
  bool isRising = true;
  bool isInOrder = true;
  for (std::size_t i = 0; i < adds.size(); ++i) {
    all += adds[i]->value;
    isRising &= isNegative(adds[i]->value, read_.bytes) == isNegative(adds[0]->value, read_.bytes);
    isInOrder &= i == 0 || isBefore(*adds[i - 1], *adds[i]);
  }
  if (isRising && cut(all, read_.bytes) == value_) return adds;
  if (!isInOrder) return {};
  std::uint64_t sum = base;
  for (std::size_t i = 0; i < adds.size(); ++i) {
    sum += adds[i]->value;
    if (cut(sum, read_.bytes) == value_) return {adds.begin(), adds.begin() + static_cast<std::ptrdiff_t>(i) + 1};
  }
  return {};
}

/// Those after which the word held the value. What one strand has set again and again can only tell of the first time.
/// Atomic accesses of the program's own release and acquire by themselves: a load comes after every store that it may
/// have seen. That is more order than there was, but it makes every lock that is built of them one.
WordWrites SourceSearch::settersOf(const Past &before, const WordWrites &from) const {
  const bool isExchange = read_.write && !read_.write->hasFailed();
  const bool mayBeFirst = value_ == word_.first && before.changes.empty() && !(isExchange && word_.isFirstReplaced);
  WordWrites setters;
  for (const WordWritePtr &write : from) {
    const auto result = write->result();
    if (!result || cut(*result, read_.bytes) != value_ || (isExchange && write->isReplaced)) continue;
    if (!isBeforeOne(*write, before.changes)) setters.push_back(write);
  }
  const auto isOpen = [](const WordWritePtr &write) { return write->isOpen(); };
  if (!std::ranges::all_of(setters, isOpen)) std::erase_if(setters, isOpen);
  const auto isGuessed = [](const WordWritePtr &write) { return write->isGuessed; };
  if (!std::ranges::all_of(setters, isGuessed)) std::erase_if(setters, isGuessed);
  if (isExchange && setters.empty() && mayBeFirst) word_.isFirstReplaced = true;
  if (setters.empty() || (mayBeFirst && !read_.isAccess)) return {};
  const auto tickOf = [](const WordWritePtr &write) { return write->stamp.tick; };
  const auto isOfOne = [&](const WordWritePtr &write) { return write->stamp.strand == setters.front()->stamp.strand; };
  if (read_.isAccess) return setters;
  if (!std::ranges::all_of(setters, isOfOne)) return {};
  const WordWritePtr first = *std::ranges::min_element(setters, {}, tickOf);
  if (isExchange) first->isReplaced = true;
  return {first};
}

}  // namespace

WordWrites sourcesOf(const Order &order, WordHistory &word, const WordRead &read, std::uint64_t value) {
  return SourceSearch(order, word, read, value).sources();
}

}  // namespace lockstep::engine
