#include "engine/matching/Alignment.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

namespace lockstep::engine {
namespace {

using mpi::Role;

// Costs of an alignment; equal letters cost nothing.
constexpr int kOtherPlace = 1;
constexpr int kOtherArguments = 4;
constexpr int kOtherBoth = 6;
constexpr int kOtherRoutine = 8;
constexpr int kOtherCall = 10;  // the other side makes the same call elsewhere
constexpr int kGap = 4;
constexpr int kLongerGap = 2;
constexpr int kSwap = 6;
constexpr int kNever = std::numeric_limits<int>::max() / 4;

constexpr std::size_t kMostWords = 16;  // different words

std::uint64_t placeOf(const Call &call) { return call.process->sites.placeOf(call.site); }

bool areAtOnePlace(const Call &a, const Call &b) {
  if (placeOf(a) != placeOf(b)) return false;
  const std::uint64_t first = a.process->sites.callersOf(a.stack);
  const std::uint64_t second = b.process->sites.callersOf(b.stack);
  return first == 0 || second == 0 || first == second;
}

/// Alignment of two words from their beginnings. If the end of one is unknown, the rest of the other costs nothing.
class Alignment {
 public:
  Alignment(const Word &first, const Word &second, const Agree &agree) : a_(first), b_(second), agree_(agree) {}

  enum class Step : std::uint8_t { Both, First, Second };
  static bool isOver(const Word &word, std::size_t at) { return at == word.calls.size(); }
  static bool isAtEnd(const Word &word, std::size_t at) { return at == word.calls.size() + (word.finalize ? 1 : 0); }
  bool fits(std::size_t i, std::size_t j) { return costOf(i, j) <= kOtherPlace; }
  /// Cost of matching these two letters.
  int costOf(std::size_t i, std::size_t j);
  /// Cost of matching these two and the next two crosswise; kNever if they do not match.
  int costOfSwap(std::size_t i, std::size_t j);
  /// Cost of the remaining letters, after this step.
  int costFrom(std::size_t i, std::size_t j, Step before);

 private:
  int search(std::size_t i, std::size_t j, Step before);

  const Word &a_;
  const Word &b_;
  const Agree &agree_;
  std::map<std::pair<std::size_t, std::size_t>, int> costs_;
  std::map<std::tuple<std::size_t, std::size_t, Step>, int> known_;
};

int Alignment::costOf(std::size_t i, std::size_t j) {
  const bool firstIsOver = isOver(a_, i);
  const bool secondIsOver = isOver(b_, j);
  if (firstIsOver || secondIsOver) return firstIsOver && secondIsOver ? 0 : kNever;
  const auto [entry, isNew] = costs_.try_emplace({i, j}, 0);
  if (!isNew) return entry->second;
  const Call &a = *a_.calls[i];
  const Call &b = *b_.calls[j];
  const bool isOnePlace = areAtOnePlace(a, b);
  const bool fitsArguments = a.routine->base == b.routine->base && agree_(a, b);
  const auto isFrom = [](std::uint64_t place) {
    return [place](const CallPtr &call) { return place != 0 && placeOf(*call) == place; };
  };
  const bool isOtherCall = placeOf(a) != placeOf(b) && (std::ranges::any_of(a_.calls, isFrom(placeOf(b))) ||
                                                        std::ranges::any_of(b_.calls, isFrom(placeOf(a))));
  if (!fitsArguments && isOtherCall)
    entry->second = kOtherCall;
  else if (a.routine->base != b.routine->base)
    entry->second = kOtherRoutine;
  else if (fitsArguments)
    entry->second = isOnePlace ? 0 : kOtherPlace;
  else
    entry->second = isOnePlace ? kOtherArguments : kOtherBoth;
  return entry->second;
}

int Alignment::costOfSwap(std::size_t i, std::size_t j) {
  const bool canSwap = i + 1 < a_.calls.size() && j + 1 < b_.calls.size();
  if (!canSwap || !fits(i, j + 1) || !fits(i + 1, j)) return kNever;
  return kSwap + costOf(i, j + 1) + costOf(i + 1, j);
}

int Alignment::costFrom(std::size_t i, std::size_t j, Step before) {
  const std::tuple key(i, j, before);
  if (const auto known = known_.find(key); known != known_.end()) return known->second;
  const int cost = search(i, j, before);
  known_.emplace(key, cost);
  return cost;
}

int Alignment::search(std::size_t i, std::size_t j, Step before) {
  if (isAtEnd(a_, i) || isAtEnd(b_, j)) return 0;
  int cheapest = kNever;
  const auto consider = [&](Step step, int cost, std::size_t inFirst, std::size_t inSecond) {
    if (cost < kNever) cheapest = std::min(cheapest, cost + costFrom(i + inFirst, j + inSecond, step));
  };
  consider(Step::Both, costOf(i, j), 1, 1);
  consider(Step::Both, costOfSwap(i, j), 2, 2);
  if (!isOver(a_, i)) consider(Step::First, before == Step::First ? kLongerGap : kGap, 1, 0);
  if (!isOver(b_, j)) consider(Step::Second, before == Step::Second ? kLongerGap : kGap, 0, 1);
  return cheapest;
}

/// The first place at which one word has calls that the other lacks.
struct Gap {
  bool isInFirst = false;  // the calls are those of the first word
  std::size_t at = 0;      // in both words
  std::size_t length = 0;
};

struct WordComparison {
  bool isEqual = false;  // as far as both are known
  std::optional<Gap> gap;
};

/// Finds the cheapest alignment that begins with equal letters up to `at` and has a gap there. The gap is accepted only
/// if later calls match again, or the other word ends.
void considerGaps(Alignment &alignment, const Word &first, const Word &second, std::size_t at, int costBefore,
                  int &cheapest, std::optional<Gap> &found) {
  for (const bool isInFirst : {true, false}) {
    const Word &longer = isInFirst ? first : second;
    const Word &shorter = isInFirst ? second : first;
    int cost = costBefore + kGap;
    for (std::size_t length = 1; at + length <= longer.calls.size(); ++length, cost += kLongerGap) {
      const std::size_t i = isInFirst ? at + length : at;
      const std::size_t j = isInFirst ? at : at + length;
      const bool fitsAgain = i < first.calls.size() && j < second.calls.size() && alignment.fits(i, j);
      const bool isAtEnd = shorter.finalize && Alignment::isOver(shorter, at);
      if (!fitsAgain && !isAtEnd) continue;
      const auto step = isInFirst ? Alignment::Step::First : Alignment::Step::Second;
      const int total = cost + alignment.costFrom(i, j, step);
      if (total > cheapest || (total == cheapest && found && found->at == at)) continue;
      cheapest = total;
      found = Gap{isInFirst, at, length};
    }
  }
}

/// Among alignments of equal cost prefers the one whose difference comes later, and at one place the one without a gap.
WordComparison compareWords(const Word &first, const Word &second, const Agree &agree) {
  using Step = Alignment::Step;
  Alignment alignment(first, second, agree);
  std::optional<Gap> gap;
  int cheapest = kNever;
  int cost = 0;
  for (std::size_t at = 0;; ++at) {
    if (Alignment::isAtEnd(first, at) || Alignment::isAtEnd(second, at))
      return cost <= cheapest ? WordComparison{true, std::nullopt} : WordComparison{false, gap};
    considerGaps(alignment, first, second, at, cost, cheapest, gap);
    const int here = alignment.costOf(at, at);
    if (here <= kOtherPlace) {
      cost += here;
      continue;
    }
    int withoutGap = kNever;
    if (here < kNever) withoutGap = cost + here + alignment.costFrom(at + 1, at + 1, Step::Both);
    if (const int swapped = alignment.costOfSwap(at, at); swapped < kNever)
      withoutGap = std::min(withoutGap, cost + swapped + alignment.costFrom(at + 2, at + 2, Step::Both));
    return withoutGap <= cheapest ? WordComparison{} : WordComparison{false, gap};
  }
}

/// Words with equal keys are equal for the alignment.
using Key = std::vector<std::tuple<std::uint64_t, mpi::Routine, std::int64_t, std::int64_t>>;

Key keyOf(const Word &word) {
  Key key;
  for (const CallPtr &call : word.calls)
    key.emplace_back(placeOf(*call), call->routine->base, call->argument(Role::Op).value_or(0),
                     call->argument(Role::Root).value_or(0));
  if (word.finalize) key.emplace_back(0, mpi::Routine::Finalize, 0, 0);
  return key;
}

using Group = std::vector<const Word *>;  // the first word is at least as long as the others

/// A member that has not come as far as others, but made the same calls so far, agrees with them.
bool isPartOf(const Word &part, const Key &key, const Key &whole) {
  return !part.finalize && key.size() < whole.size() && std::ranges::mismatch(key, whole).in1 == key.end();
}

std::vector<Group> groupsOf(const std::vector<Word> &words) {
  std::map<Key, Group> byKey;
  for (const Word &word : words) byKey[keyOf(word)].push_back(&word);
  for (auto part = byKey.begin(); part != byKey.end();) {
    Group *largest = nullptr;
    for (auto &[key, group] : byKey)
      if (isPartOf(*part->second.front(), part->first, key) && (!largest || group.size() > largest->size()))
        largest = &group;
    if (!largest) {
      ++part;
      continue;
    }
    largest->insert(largest->end(), part->second.begin(), part->second.end());
    part = byKey.erase(part);
  }
  std::vector<Group> groups;
  for (auto &[key, group] : byKey) groups.push_back(std::move(group));
  std::ranges::sort(groups, {}, [](const Group &group) { return group.front()->rank; });
  return groups;
}

void addCalls(const Group &group, std::size_t at, std::vector<CallPtr> &calls) {
  for (const Word *word : group) {
    if (at < word->calls.size())
      calls.push_back(word->calls[at]);
    else if (word->finalize)
      calls.push_back(word->finalize);
  }
}

}  // namespace

std::optional<Misstep> findMisstep(const std::vector<Word> &words, const Agree &agree) {
  std::vector<Group> groups = groupsOf(words);
  if (groups.size() < 2 || groups.size() > kMostWords) return std::nullopt;
  std::swap(groups.front(), *std::ranges::max_element(groups, {}, &Group::size));

  std::optional<Gap> gap;
  std::vector<bool> isOdd(groups.size());
  for (std::size_t i = 1; i < groups.size(); ++i) {
    const WordComparison comparison = compareWords(*groups[0].front(), *groups[i].front(), agree);
    if (comparison.isEqual) continue;
    if (!comparison.gap) return std::nullopt;
    const bool isAnother = gap && (gap->at != comparison.gap->at || gap->isInFirst != comparison.gap->isInFirst);
    if (isAnother) return std::nullopt;
    const std::size_t length = gap ? std::min(gap->length, comparison.gap->length) : comparison.gap->length;
    gap = comparison.gap;
    gap->length = length;
    isOdd[i] = true;
  }
  if (!gap) return std::nullopt;

  Misstep misstep;
  misstep.length = gap->length;
  for (std::size_t i = 0; i < groups.size(); ++i)
    addCalls(groups[i], gap->at, isOdd[i] == gap->isInFirst ? misstep.others : misstep.calls);
  for (std::vector<CallPtr> *side : {&misstep.calls, &misstep.others})
    std::ranges::sort(*side, {}, [](const CallPtr &call) { return call->rank(); });
  if (misstep.calls.empty() || misstep.others.empty()) return std::nullopt;
  return misstep;
}

}  // namespace lockstep::engine
