#include "passes/collectives/HandleIdentity.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockstep::passes {

namespace {

using Group = CollectiveEvent::Group;
using Symbol = const llvm::Value *;
using Symbols = std::set<Symbol>;

template <class Visit>
void forEachEvent(CollectiveSummary &behavior, Visit &&visit) {
  for (BehaviorNode &node : behavior.nodes)
    for (CollectiveEvent &event : node.events) visit(event);
}

bool isMaking(const CollectiveEvent &event) { return event.makesHandle && event.group == Group::Own; }

/// Whether some handle is created by a call that not all ranks make.
bool isByRank(const StepContext &walked, const std::vector<CollectiveSummary> &behaviors) {
  const auto isMadeBySome = [&](const BehaviorNode &node) {
    return std::ranges::any_of(node.events, isMaking) &&
           walked.graph.nearestController(*node.block, walked.rankBranches) != nullptr;
  };
  return std::ranges::any_of(
      behaviors, [&](const CollectiveSummary &behavior) { return std::ranges::any_of(behavior.nodes, isMadeBySome); });
}

/// Matches the handles created by one rank with those of rank 0.
class Partners {
 public:
  explicit Partners(CollectiveSummary &behavior) {
    forEachEvent(behavior, [&](CollectiveEvent &event) {
      if (isMaking(event)) made_.insert(event.call);
      if (event.group == Group::Own) uses_.push_back({&event, event.handle.base});
    });
  }

  const Symbols &made() const { return made_; }
  void add(Symbol ofZero, Symbol own) {
    ofZero_[own].insert(ofZero);
    own_[ofZero].insert(own);
  }
  void rename(Symbol own, Symbol name) {
    for (auto &[event, symbol] : uses_)
      if (symbol == own) event->handle.base = name;
  }
  void makeUnclear(Symbol own) {
    for (auto &[event, symbol] : uses_)
      if (symbol == own) event->group = Group::Unclear;
  }

  bool isClear(Symbol ofZero) const {
    const auto found = own_.find(ofZero);
    return found != own_.end() && found->second.size() == 1 && ofZero_.at(*found->second.begin()).size() == 1;
  }
  bool isAlone(Symbol ofZero) const { return !own_.contains(ofZero); }
  /// Rank 0's name for a handle of this rank. Without a match, e.g. after mismatching calls, both must have been
  /// created by the same call; else null.
  Symbol nameOf(Symbol own, const Symbols &madeByZero) const {
    const auto found = ofZero_.find(own);
    if (found == ofZero_.end()) return madeByZero.contains(own) && isAlone(own) ? own : nullptr;
    const Symbol name = *found->second.begin();
    return isClear(name) ? name : nullptr;
  }

 private:
  struct Use {
    CollectiveEvent *event = nullptr;
    Symbol symbol = nullptr;  // of its handle, as named by the walk
  };
  std::vector<Use> uses_;
  Symbols made_;
  std::map<Symbol, Symbols> ofZero_;
  std::map<Symbol, Symbols> own_;
};

}  // namespace

void HandleIdentity::resolve(const StepContext &walked, std::vector<CollectiveSummary> &behaviors) {
  if (!isByRank(walked, behaviors)) return;
  std::vector<Partners> ranks;
  for (CollectiveSummary &behavior : behaviors) ranks.emplace_back(behavior);
  const Symbols &madeByZero = ranks.front().made();

  std::vector<RankValue> parents{walked.handle};
  for (std::size_t i = 0; i < parents.size(); ++i) {
    const StepContext context{.graph = walked.graph, .rankBranches = walked.rankBranches, .handle = parents[i]};
    for (std::size_t rank = 1; rank < ranks.size(); ++rank) {
      const auto matches = possibleMatches(context, behaviors.front(), behaviors[rank]);
      if (!matches) continue;
      for (const auto &[first, second] : *matches) {
        if (!first.makesHandle || !second.makesHandle) continue;
        ranks[rank].add(first.call, second.call);
        ranks[rank].rename(second.call, first.call);
        const RankValue child{.base = first.call};
        if (std::ranges::none_of(parents, [&](const RankValue &known) { return known.isSame(child); }))
          parents.push_back(child);
      }
    }
  }

  Symbols unclear;  // on rank 0
  for (const Symbol symbol : madeByZero)
    for (std::size_t rank = 1; rank < ranks.size(); ++rank) {
      const bool isAtOnePlace = ranks[rank].isAlone(symbol) && ranks[rank].made().contains(symbol);
      if (!ranks[rank].isClear(symbol) && !isAtOnePlace) unclear.insert(symbol);
    }
  names_.resize(ranks.size());
  for (std::size_t rank = 0; rank < ranks.size(); ++rank)
    for (const Symbol symbol : ranks[rank].made()) {
      Symbol name = rank == 0 ? symbol : ranks[rank].nameOf(symbol, madeByZero);
      if (unclear.contains(name)) name = nullptr;
      names_[rank][symbol] = name;
      name ? ranks[rank].rename(symbol, name) : ranks[rank].makeUnclear(symbol);
    }
}

void HandleIdentity::apply(int rank, CollectiveSummary &behavior) const {
  if (names_.empty()) return;
  const Names &names = names_[static_cast<std::size_t>(rank)];
  forEachEvent(behavior, [&](CollectiveEvent &event) {
    const auto found = names.find(event.handle.base);
    if (event.group != Group::Own || found == names.end()) return;
    if (found->second)
      event.handle.base = found->second;
    else
      event.group = Group::Unclear;
  });
}

}  // namespace lockstep::passes
