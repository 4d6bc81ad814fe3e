#include "passes/collectives/SequenceMatch.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

namespace lockstep::passes {

namespace {

constexpr std::size_t kMaxPairs = 100000;

/// The game. A pair of points is lost if the ranks fall out of step from there whatever suits them.
class Game {
 public:
  /// `parting`: the one rank-dependent branch at which the ranks may take any pair of sides; at others some matching
  /// pair suffices, because rank-dependent conditions are often correlated.
  Game(const CollectiveAutomaton &first, const CollectiveAutomaton &second, Reading reading,
       const llvm::BasicBlock *parting = nullptr)
      : first_(first), second_(second), reading_(reading), parting_(parting) {}

  bool solve();
  std::optional<Divergence> divergence() const;
  std::vector<MatchedCalls> matched() const;
  std::vector<MatchedCalls> possible() const;

 private:
  struct Pair {
    unsigned first = 0;
    unsigned second = 0;
    bool needsAll = true;  // successors; otherwise one of them is enough
    std::vector<unsigned> next;
    unsigned lostAt = 0;  // round in which it was found lost, 0: not lost
  };

  unsigned add(unsigned first, unsigned second);
  void expand(unsigned index);
  void meet(Pair &pair, const AutomatonState &a, const AutomatonState &b);
  void meetInside(Pair &pair, const AutomatonState &a, const AutomatonState &b);
  void expandCommon(Pair &pair, const AutomatonState &a, const AutomatonState &b);
  void expandFree(Pair &pair, bool throughCommon);
  bool partsAlone(const AutomatonState &point, const AutomatonState &other) const;
  bool isLost(const Pair &pair) const;
  const Pair &beginningOf(const std::vector<const Pair *> &way) const;

  const CollectiveAutomaton &first_;
  const CollectiveAutomaton &second_;
  Reading reading_;
  const llvm::BasicBlock *parting_;
  std::vector<Pair> pairs_;
  std::map<std::pair<unsigned, unsigned>, unsigned> index_;
};

unsigned Game::add(unsigned first, unsigned second) {
  const auto [place, isNew] = index_.try_emplace({first, second}, static_cast<unsigned>(pairs_.size()));
  if (isNew) pairs_.push_back({.first = first, .second = second, .next = {}});
  return place->second;
}

void Game::expand(unsigned index) {
  Pair pair = pairs_[index];
  const AutomatonState &a = first_.at(pair.first);
  const AutomatonState &b = second_.at(pair.second);
  using Kind = AutomatonState::Kind;
  if (a.kind == Kind::Anything || b.kind == Kind::Anything) return;
  if (a.kind == Kind::Free || b.kind == Kind::Free)
    expandFree(pair, false);
  else if (partsAlone(a, b))
    for (const unsigned next : a.next) pair.next.push_back(add(next, pair.second));
  else if (partsAlone(b, a))
    for (const unsigned next : b.next) pair.next.push_back(add(pair.first, next));
  else if (a.kind == Kind::Common && b.kind == Kind::Common && a.block == b.block && a.next.size() == b.next.size())
    expandCommon(pair, a, b);
  else if (a.isChoice() || b.isChoice())
    expandFree(pair, true);
  else
    meet(pair, a, b);
  pairs_[index] = std::move(pair);
}

/// The condition depends on a value that the other rank does not have, and that rank does not branch here.
bool Game::partsAlone(const AutomatonState &point, const AutomatonState &other) const {
  return point.kind == AutomatonState::Kind::Common && point.isOfItsOwn && point.block == parting_ && !other.isChoice();
}

void Game::meet(Pair &pair, const AutomatonState &a, const AutomatonState &b) {
  if (a.kind == AutomatonState::Kind::End && b.kind == AutomatonState::Kind::End) return;
  if (a.event.inside || b.event.inside) return meetInside(pair, a, b);
  const bool same = a.kind == b.kind && a.event.info->base == b.event.info->base;
  if (same)
    pair.next = {add(a.next.front(), b.next.front())};
  else
    pair.lostAt = 1;
}

/// A function that executes collectives matches itself; against anything else the result is unknown, unless the other
/// rank has no further call.
void Game::meetInside(Pair &pair, const AutomatonState &a, const AutomatonState &b) {
  if (a.kind == b.kind && a.event.inside == b.event.inside)
    pair.next = {add(a.next.front(), b.next.front())};
  else if (a.kind != b.kind && reading_ == Reading::Possible)
    pair.lostAt = 1;
}

void Game::expandCommon(Pair &pair, const AutomatonState &a, const AutomatonState &b) {
  if (a.dependsOnRank)
    pair.needsAll = a.block == parting_;
  else
    pair.needsAll = reading_ == Reading::Possible || a.leavesLoop;
  for (std::size_t i = 0; i < a.next.size(); ++i)
    for (std::size_t j = 0; j < b.next.size(); ++j)
      if (i == j || a.dependsOnRank) pair.next.push_back(add(a.next[i], b.next[j]));
}

void Game::expandFree(Pair &pair, bool throughCommon) {
  pair.needsAll = false;
  for (const unsigned a : first_.beyond(pair.first, throughCommon))
    for (const unsigned b : second_.beyond(pair.second, throughCommon)) pair.next.push_back(add(a, b));
}

bool Game::isLost(const Pair &pair) const {
  if (pair.next.empty()) return false;
  const auto lost = [this](unsigned next) { return pairs_[next].lostAt != 0; };
  return pair.needsAll ? std::ranges::any_of(pair.next, lost) : std::ranges::all_of(pair.next, lost);
}

/// False if there are too many pairs.
bool Game::solve() {
  add(first_.start(), second_.start());
  for (unsigned i = 0; i < pairs_.size(); ++i) {
    if (pairs_.size() > kMaxPairs) return false;
    expand(i);
  }
  for (unsigned round = 2, changed = 1; changed; ++round) {
    changed = 0;
    std::vector<unsigned> lost;
    for (unsigned i = 0; i < pairs_.size(); ++i)
      if (pairs_[i].lostAt == 0 && isLost(pairs_[i])) lost.push_back(i);
    for (const unsigned i : lost) pairs_[i].lostAt = round;
    changed = lost.empty() ? 0 : 1;
  }
  return true;
}

std::optional<Divergence> Game::divergence() const {
  if (pairs_.front().lostAt == 0) return std::nullopt;
  std::vector<const Pair *> way{&pairs_.front()};
  while (way.back()->lostAt > 1) {
    const auto next = std::ranges::min_element(
        way.back()->next, {}, [this](unsigned i) { return pairs_[i].lostAt == 0 ? ~0U : pairs_[i].lostAt; });
    way.push_back(&pairs_[*next]);
  }
  const Pair &pair = beginningOf(way);
  const auto eventOf = [](const AutomatonState &point) {
    return point.kind == AutomatonState::Kind::Call ? std::optional(point.event) : std::nullopt;
  };
  return Divergence{.first = eventOf(first_.at(pair.first)), .second = eventOf(second_.at(pair.second))};
}

/// Ranks that skip a call pair it with their next call of the same kind. Later calls are made by all ranks, so the
/// skipped one, which is not, is where the mismatch began.
const Game::Pair &Game::beginningOf(const std::vector<const Pair *> &way) const {
  const Pair *beginning = way.back();
  if (first_.at(beginning->first).onSomeRanks || second_.at(beginning->second).onSomeRanks) return *beginning;
  for (std::size_t i = way.size() - 1; i-- > 0;) {
    const AutomatonState &a = first_.at(way[i]->first);
    const AutomatonState &b = second_.at(way[i]->second);
    if (a.kind != AutomatonState::Kind::Call || b.kind != AutomatonState::Kind::Call) continue;
    if (a.event.call == b.event.call) break;
    if (a.onSomeRanks != b.onSomeRanks) beginning = way[i];
  }
  return *beginning;
}

std::vector<MatchedCalls> Game::matched() const {
  std::vector<MatchedCalls> calls;
  std::set<unsigned> seen;
  std::vector<unsigned> pending{0};
  while (!pending.empty()) {
    const unsigned index = pending.back();
    pending.pop_back();
    const Pair &pair = pairs_[index];
    if (!seen.insert(index).second || (!pair.needsAll && pair.next.size() > 1)) continue;
    const AutomatonState &a = first_.at(pair.first);
    const AutomatonState &b = second_.at(pair.second);
    const bool areCalls = a.kind == AutomatonState::Kind::Call && b.kind == AutomatonState::Kind::Call;
    if (areCalls && !a.event.inside && !pair.next.empty()) calls.push_back({.first = a.event, .second = b.event});
    pending.insert(pending.end(), pair.next.begin(), pair.next.end());
  }
  return calls;
}

/// Ranks that can match take no path on which they mismatch.
std::vector<MatchedCalls> Game::possible() const {
  std::vector<MatchedCalls> calls;
  const bool isLostAnyway = pairs_.front().lostAt != 0;
  for (const Pair &pair : pairs_) {
    const AutomatonState &a = first_.at(pair.first);
    const AutomatonState &b = second_.at(pair.second);
    const bool areCalls =
        a.kind == AutomatonState::Kind::Call && b.kind == AutomatonState::Kind::Call && !pair.next.empty();
    if (areCalls && (isLostAnyway || pair.lostAt == 0)) calls.push_back({.first = a.event, .second = b.event});
  }
  return calls;
}

/// The automata of both ranks, with the same common branches.
struct Automata {
  Automata(const StepContext &context, const CollectiveSummary &one, const CollectiveSummary &other)
      : kept(neededChoices(context, one, other)), first(context, one, kept), second(context, other, kept) {}

  static Blocks neededChoices(const StepContext &context, const CollectiveSummary &one,
                              const CollectiveSummary &other) {
    Blocks needed = CollectiveAutomaton(context, one, {}).commonChoices(false);
    needed.merge(CollectiveAutomaton(context, other, {}).commonChoices(false));
    return needed;
  }

  Blocks kept;
  CollectiveAutomaton first;
  CollectiveAutomaton second;
};

std::optional<Divergence> divergenceOf(const Automata &automata, Reading reading, const llvm::BasicBlock *parting) {
  Game game(automata.first, automata.second, reading, parting);
  return game.solve() ? game.divergence() : std::nullopt;
}

}  // namespace

std::optional<Divergence> findDivergence(const StepContext &context, const CollectiveSummary &first,
                                         const CollectiveSummary &second, Reading reading) {
  const Automata automata(context, first, second);
  if (const auto divergence = divergenceOf(automata, reading, nullptr)) return divergence;
  if (reading == Reading::Certain) return std::nullopt;
  Blocks byRank = automata.first.commonChoices(true);
  byRank.merge(automata.second.commonChoices(true));
  std::vector<const llvm::BasicBlock *> inOrder(byRank.begin(), byRank.end());
  std::ranges::sort(inOrder, {}, [&](const llvm::BasicBlock *block) { return context.graph.number(*block); });
  for (const llvm::BasicBlock *parting : inOrder)
    if (const auto divergence = divergenceOf(automata, reading, parting)) return divergence;
  return std::nullopt;
}

std::optional<std::vector<MatchedCalls>> possibleMatches(const StepContext &context, const CollectiveSummary &first,
                                                         const CollectiveSummary &second) {
  const Automata automata(context, first, second);
  Game game(automata.first, automata.second, Reading::Certain);
  return game.solve() ? std::optional(game.possible()) : std::nullopt;
}

std::vector<MatchedCalls> matchedCalls(const StepContext &context, const CollectiveSummary &first,
                                       const CollectiveSummary &second) {
  const Automata automata(context, first, second);
  Game game(automata.first, automata.second, Reading::Certain);
  return game.solve() ? game.matched() : std::vector<MatchedCalls>{};
}

}  // namespace lockstep::passes
