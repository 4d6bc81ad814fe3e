#include "passes/collectives/RankGroup.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "passes/collectives/RankSource.h"
#include "passes/ir/LowerNonlocalExits.h"

namespace lockstep::passes {

namespace {

constexpr std::size_t kMaxSides = 16;  // of choices by which one rank may leave the others

/// For each node, whether every way from it ends the program.
std::vector<bool> endingNodes(const CollectiveSummary &behavior) {
  std::vector<bool> ends(behavior.nodes.size(), false);
  const auto isEnding = [&](const BehaviorNode &node) {
    if (node.end == BehaviorNode::End::Abort) return true;
    return !node.next.empty() && std::ranges::all_of(node.next, [&](unsigned next) { return ends[next]; });
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = behavior.nodes.size(); i-- > 0;) {
      if (ends[i] || !isEnding(behavior.nodes[i])) continue;
      ends[i] = true;
      changed = true;
    }
  }
  return ends;
}

template <class Visit>
void forEachEvent(CollectiveSummary &behavior, Visit &&visit) {
  for (BehaviorNode &node : behavior.nodes)
    for (CollectiveEvent &event : node.events) visit(event);
}

using Ways = std::map<const llvm::BasicBlock *, std::set<const llvm::BasicBlock *>>;

Ways waysOf(const CollectiveSummary &behavior) {
  Ways ways;
  for (const BehaviorNode &node : behavior.nodes)
    for (const unsigned next : node.next) ways[node.block].insert(behavior.nodes[next].block);
  return ways;
}

/// Something that may fail. Memory that cannot be had ends a program sooner or later, whatever it does about it.
bool isAttempt(const llvm::Instruction &source) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&source);
  return call && !llvm::isa<llvm::IntrinsicInst>(call) && !call->hasFnAttr(llvm::Attribute::AllocSize);
}

bool isEnd(const std::optional<CollectiveEvent> &event) {
  return !event || event->info->effect == mpi::Effect::Finalize;
}

}  // namespace

RankGroup::RankGroup(const FlowGraph &graph, const CallEffects &effects, const RankValue &comm, int size,
                     std::size_t &effort, std::optional<std::uint64_t> example)
    : graph_(graph), effects_(effects), comm_(comm), size_(size) {
  for (int rank = 0; rank < size; ++rank) {
    const WalkConfig config{.comm = comm, .rank = rank, .size = size, .example = example};
    std::optional<CollectiveSummary> behavior = walkRank(graph, effects, config, effort);
    if (!behavior) return;
    for (const RankBranch &branch : behavior->rankBranches) rankBranches_.insert(branch.block);
    behaviors_.push_back(std::move(*behavior));
  }
  findPartingBranches();
  dropEnds();
  identity_.resolve(context(comm_), behaviors_);
  forgetUnclearHandles();
}

/// Leaves out the sides of choices on which a rank ends the program, for all ranks that take the same side: with
/// `if (isWrong) fail(rank)`, where rank 0 alone ends all, nobody goes on.
void RankGroup::dropEnds() {
  std::set<std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>> dropped;
  const auto drop = [](CollectiveSummary &behavior, BehaviorNode &node, auto &&isDropped) {
    const auto isKept = [&](unsigned next) { return !isDropped(behavior.nodes[next], next); };
    if (std::ranges::any_of(node.next, isKept)) std::erase_if(node.next, [&](unsigned next) { return !isKept(next); });
  };
  for (CollectiveSummary &behavior : behaviors_) {
    const std::vector<bool> ends = endingNodes(behavior);
    for (BehaviorNode &node : behavior.nodes) {
      if (node.end != BehaviorNode::End::Choice) continue;
      for (const unsigned next : node.next)
        if (ends[next] && !node.flow && !node.gotten) dropped.emplace(node.block, behavior.nodes[next].block);
      drop(behavior, node, [&](const BehaviorNode &, unsigned next) { return ends[next]; });
    }
  }
  for (CollectiveSummary &behavior : behaviors_)
    for (BehaviorNode &node : behavior.nodes)
      drop(behavior, node, [&](const BehaviorNode &next, unsigned) {
        return dropped.contains({node.block, next.block});
      });
}

/// A call whose handle one rank has lost sight of may be on any communicator for the others too.
void RankGroup::forgetUnclearHandles() {
  for (CollectiveSummary &behavior : behaviors_)
    forEachEvent(behavior, [&](const CollectiveEvent &event) {
      if (event.group == CollectiveEvent::Group::Unclear) unclear_.insert(event.call);
    });
  for (CollectiveSummary &behavior : behaviors_) forgetUnclearHandles(behavior);
}

void RankGroup::forgetUnclearHandles(CollectiveSummary &behavior) const {
  forEachEvent(behavior, [&](CollectiveEvent &event) {
    if (unclear_.contains(event.call)) event.group = CollectiveEvent::Group::Unclear;
  });
}

bool RankGroup::losesSight(CollectiveSummary &behavior) const {
  bool loses = false;
  forEachEvent(behavior, [&](const CollectiveEvent &event) {
    loses |= event.group == CollectiveEvent::Group::Unclear && !unclear_.contains(event.call);
  });
  return loses;
}

/// A branch where ranks really go different ways depends on the rank even if no data flow shows it, as behind
/// `if (rank == 0) comm = ...`.
void RankGroup::findPartingBranches() {
  Ways known;
  for (const CollectiveSummary &behavior : behaviors_)
    for (auto &[block, ways] : waysOf(behavior)) {
      const auto [place, isNew] = known.try_emplace(block, ways);
      if (!isNew && place->second != ways) parting_.insert(block);
    }
  rankBranches_.insert(parting_.begin(), parting_.end());
}

StepContext RankGroup::context(const RankValue &handle) const {
  return {.graph = graph_, .rankBranches = rankBranches_, .handle = handle};
}

/// Most ranks behave alike; one of them stands for all. A rank that is like rank 0 still has to be compared with it,
/// once, because both may part at a condition that could not be computed.
bool RankGroup::isLikeAnEarlierRank(int rank) const {
  const auto end = behaviors_.begin() + rank;
  return std::any_of(behaviors_.begin() + 1, end,
                     [&](const CollectiveSummary &earlier) { return earlier.nodes == end->nodes; });
}

bool RankGroup::mayDependOnRank() const {
  llvm::DenseSet<const llvm::BasicBlock *> run;
  for (const BehaviorNode &node : behaviors_.front().nodes) run.insert(node.block);
  if (llvm::any_of(graph_.function(), [&](const auto &block) { return !run.contains(&block) && graph_.isLive(block); }))
    return true;
  const auto isByRank = [&](const BehaviorNode &node) {
    if (node.events.empty()) return false;
    return graph_.nearestController(*node.block, rankBranches_) ||
           std::ranges::any_of(node.events, [this](const CollectiveEvent &event) {
             return event.root.integer().value_or(0) >= size_ || event.handle.flow || event.root.flow ||
                    event.op.flow || event.type.flow || event.count.flow;
           });
  };
  return std::ranges::any_of(
      behaviors_, [&](const CollectiveSummary &behavior) { return std::ranges::any_of(behavior.nodes, isByRank); });
}

std::vector<RankValue> RankGroup::handles() const {
  std::vector<RankValue> handles;
  for (const CollectiveSummary &behavior : behaviors_)
    for (const BehaviorNode &node : behavior.nodes)
      for (const CollectiveEvent &event : node.events) {
        if (event.group != CollectiveEvent::Group::Own) continue;
        const bool isKnown = std::ranges::any_of(handles, [&](const RankValue &h) { return h.isSame(event.handle); });
        if (!isKnown) handles.push_back(event.handle);
      }
  return handles;
}

void RankGroup::addCalls(const RankValue &handle, llvm::DenseSet<const llvm::CallBase *> &calls) const {
  for (const CollectiveSummary &behavior : behaviors_)
    for (const BehaviorNode &node : behavior.nodes)
      for (const CollectiveEvent &event : node.events)
        if (event.handle.isSame(handle)) calls.insert(event.call);
}

std::optional<Mismatch> RankGroup::findMismatch(const RankValue &handle) const {
  using report::Severity;
  const std::pair<Reading, Severity> readings[] = {{Reading::Certain, Severity::Error},
                                                   {Reading::Possible, Severity::Warning}};
  for (const auto &[reading, severity] : readings)
    for (int rank = 1; rank < size_; ++rank) {
      if (isLikeAnEarlierRank(rank)) continue;
      const CollectiveSummary &other = behaviors_[static_cast<std::size_t>(rank)];
      const auto divergence = findDivergence(context(handle), behaviors_.front(), other, reading);
      if (!divergence) continue;
      Mismatch mismatch = describe(divergence->first, divergence->second, rank, severity);
      mismatch.isCertain = reading == Reading::Certain;
      return mismatch;
    }
  return std::nullopt;
}

/// The sides of the choices that only this rank has, by what only it gets.
std::vector<RankGroup::OwnSide> RankGroup::ownSides(int rank) const {
  std::vector<OwnSide> sides;
  const CollectiveSummary &behavior = behaviors_[static_cast<std::size_t>(rank)];
  for (const BehaviorNode &node : behavior.nodes) {
    if (!node.gotten || !isAttempt(*node.gotten) || !graph_.nearestController(*node.block, rankBranches_)) continue;
    if (graph_.loopOf(*node.block) && graph_.leavesLoop(*node.block)) continue;  // it ends some time
    for (const unsigned next : node.next) sides.push_back({{node.block, behavior.nodes[next].block}, node.gotten});
  }
  if (sides.size() > kMaxSides) sides.resize(kMaxSides);
  return sides;
}

/// Played anew for each side: what follows from it is then known, such as a result for which the caller ends all ranks.
std::optional<Mismatch> RankGroup::findLeaver(const RankValue &handle, std::size_t &effort) const {
  for (int rank = 0; rank < size_; ++rank) {
    if (rank > 0 && isLikeAnEarlierRank(rank)) continue;
    for (const auto &[side, gotten] : ownSides(rank)) {
      auto behavior = walkRank(graph_, effects_, {.comm = comm_, .rank = rank, .size = size_, .taken = side}, effort);
      if (!behavior) continue;
      identity_.apply(rank, *behavior);
      if (losesSight(*behavior)) continue;
      forgetUnclearHandles(*behavior);
      const int partner = rank == 0 ? 1 : rank;
      const auto divergence = rank == 0 ? findDivergence(context(handle), *behavior, behaviors_[1], Reading::Certain)
                                        : findDivergence(context(handle), behaviors_[0], *behavior, Reading::Certain);
      if (!divergence) continue;
      const bool leaves = isEnd(rank == 0 ? divergence->first : divergence->second) &&
                          !isEnd(rank == 0 ? divergence->second : divergence->first);
      if (!leaves) continue;
      Mismatch mismatch = describe(divergence->first, divergence->second, partner, report::Severity::Warning);
      mismatch.branch = side.branch->getTerminator();
      mismatch.obtainedBy = gotten;
      mismatch.isByFailure = true;
      mismatch.isLoop = false;
      mismatch.rankCall = nullptr;
      mismatch.path.clear();
      return mismatch;
    }
  }
  return std::nullopt;
}

void RankGroup::findArguments(const RankValue &handle, std::vector<Mismatch> &found) const {
  for (int rank = 1; rank < size_; ++rank) {
    if (isLikeAnEarlierRank(rank)) continue;
    for (const MatchedCalls &calls :
         matchedCalls(context(handle), behaviors_.front(), behaviors_[static_cast<std::size_t>(rank)]))
      found.push_back(describe(calls.first, calls.second, rank, report::Severity::Error));
  }
}

RankCall RankGroup::describeCall(const std::optional<CollectiveEvent> &event, int rank) const {
  if (!event) return {.rank = rank};
  const bool onSomeRanks = graph_.nearestController(*event->call->getParent(), rankBranches_) != nullptr;
  return {.rank = rank,
          .call = event->call,
          .info = event->info,
          .inside = event->inside,
          .onSomeRanks = onSomeRanks,
          .root = event->root,
          .op = event->op,
          .type = event->type,
          .count = event->count};
}

Mismatch RankGroup::describe(const std::optional<CollectiveEvent> &first, const std::optional<CollectiveEvent> &second,
                             int rank, report::Severity severity) const {
  Mismatch mismatch{
      .severity = severity, .size = size_, .first = describeCall(first, 0), .second = describeCall(second, rank)};
  const bool returns = !first || !second;
  if (returns && !isMainProgram(graph_.function())) mismatch.severity = report::Severity::Warning;
  if (!mismatch.first.onSomeRanks && mismatch.second.onSomeRanks) std::swap(mismatch.first, mismatch.second);
  if (!mismatch.first.call) std::swap(mismatch.first, mismatch.second);
  findBranch(mismatch);
  return mismatch;
}

/// Where ranks get what the choice at a block is by and the others do not have, for all such choices.
llvm::DenseMap<const llvm::BasicBlock *, const llvm::Instruction *> RankGroup::ownChoices() const {
  llvm::DenseMap<const llvm::BasicBlock *, const llvm::Instruction *> choices;
  for (const CollectiveSummary &behavior : behaviors_)
    for (const BehaviorNode &node : behavior.nodes)
      if (node.gotten) choices.try_emplace(node.block, node.gotten);
  return choices;
}

void RankGroup::findBranch(Mismatch &mismatch) const {
  const llvm::BasicBlock &place = *mismatch.first.call->getParent();
  const auto own = ownChoices();
  llvm::DenseSet<const llvm::BasicBlock *> branches = rankBranches_;
  for (const auto &[block, gotten] : own) branches.insert(block);
  const llvm::BasicBlock *branch = graph_.nearestController(place, branches);
  if (!branch) return;
  mismatch.branch = branch->getTerminator();
  mismatch.isLoop = graph_.leavesLoop(*branch) && graph_.loopOf(*branch)->contains(&place);
  mismatch.obtainedBy = own.lookup(branch);
  bool isSurelyDifferent = true;
  for (const CollectiveSummary &behavior : behaviors_)
    for (const RankBranch &candidate : behavior.rankBranches) {
      if (candidate.block != branch) continue;
      mismatch.rankCall = &candidate.flow->source();
      mismatch.path = rankPath(*candidate.flow, *mismatch.branch);
      isSurelyDifferent &= givesDifferentValues(*mismatch.rankCall);
    }
  if (mismatch.severity == report::Severity::Warning && !isSurelyDifferent) mismatch.severity = report::Severity::Note;
}

/// A rank, or what only the root gets. Data that came in messages may well have been agreed upon.
bool RankGroup::givesDifferentValues(const llvm::Instruction &source) {
  const std::optional<MpiCall> call = MpiCall::of(source);
  return call && (isRankSource(call->info()) || call->info().cls == mpi::Class::CollectiveToRoot);
}

}  // namespace lockstep::passes
