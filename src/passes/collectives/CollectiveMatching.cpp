#include "passes/collectives/CollectiveMatching.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "mpi/Predefined.h"
#include "passes/collectives/HandleIdentity.h"
#include "passes/collectives/RankSource.h"
#include "passes/collectives/RankWalk.h"
#include "passes/collectives/SequenceMatch.h"
#include "passes/ir/FlowGraph.h"
#include "passes/ir/LowerNonlocalExits.h"
#include "passes/ir/MpiCall.h"
#include "passes/ir/MpiCallers.h"
#include "passes/ir/SourceSite.h"
#include "passes/machine/SizeSet.h"

namespace lockstep::passes {

namespace {

constexpr unsigned kUnrolling = 8;
constexpr unsigned kUnrollingOfExamples = 600;
constexpr std::uint64_t kExamples[] = {1, 5, 12};  // for unknown numbers: fewer than ranks, more, divisible
constexpr std::size_t kMaxBlocks = 5000;
constexpr std::size_t kMaxHandles = 6;
constexpr std::size_t kMaxSides = 16;           // of branches on which one rank may leave the others
constexpr std::size_t kMaxEffort = 30'000'000;  // for a whole program, in units of RankWalk
constexpr std::size_t kMaxEffortOfExamples = kMaxEffort / 3;

std::optional<CollectiveSummary> walkRank(const FlowGraph &graph, const CallEffects &effects, const WalkConfig &config,
                                          std::size_t &effort) {
  RankWalk walk(graph, effects, config, effort);
  if (config.example) return walk.run(kUnrollingOfExamples);
  if (std::optional<CollectiveSummary> behavior = walk.run(kUnrolling)) return behavior;
  return walk.run(0);
}

bool isWorld(const RankValue &handle) {
  if (const std::optional<std::int64_t> number = handle.integer()) return mpi::isWorldNumber(*number);
  return handle.base && mpi::isWorldSymbol(std::string_view(handle.base->getName()));
}

/// All ranks of one communicator at one size.
class RankGroup {
 public:
  RankGroup(const FlowGraph &graph, const CallEffects &effects, const RankValue &comm, int size, std::size_t &effort,
            std::optional<std::uint64_t> example = {});

  struct OwnSide {
    Side side;
    const llvm::Instruction *gotten = nullptr;  // origin of the branch's condition
  };

  bool isComplete() const { return behaviors_.size() == static_cast<std::size_t>(size_); }
  int size() const { return size_; }
  /// Whether a collective or one of its arguments may depend on the rank, here or in code that this size does not
  /// execute.
  bool mayDependOnRank() const;
  /// Communicators, windows and files on the explored processes that are used by collectives.
  std::vector<RankValue> handles() const;
  /// Every collective call that some rank may make on the handle.
  void addCalls(const RankValue &handle, llvm::DenseSet<const llvm::CallBase *> &calls) const;

  std::optional<Mismatch> findMismatch(const RankValue &handle) const;
  /// Finds a rank that diverges because of a failure on that rank only, such as a file that it cannot open.
  std::optional<Mismatch> findLeaver(const RankValue &handle, std::size_t &effort) const;
  void findArguments(const RankValue &handle, std::vector<Mismatch> &found) const;

 private:
  StepContext context(const RankValue &handle) const;
  bool isLikeAnEarlierRank(int rank) const;
  void findPartingBranches();
  void dropEnds();
  void forgetUnclearHandles();
  void forgetUnclearHandles(CollectiveSummary &behavior) const;
  /// Whether the rank has a handle that is unclear to it, but not to others.
  bool losesSight(CollectiveSummary &behavior) const;
  Mismatch describe(const std::optional<CollectiveEvent> &first, const std::optional<CollectiveEvent> &second, int rank,
                    report::Severity severity) const;
  RankCall describeCall(const std::optional<CollectiveEvent> &event, int rank) const;
  llvm::DenseMap<const llvm::BasicBlock *, const llvm::Instruction *> ownChoices() const;
  void findBranch(Mismatch &mismatch) const;
  static bool givesDifferentValues(const llvm::Instruction &source);
  std::vector<OwnSide> ownSides(int rank) const;

  const FlowGraph &graph_;
  const CallEffects &effects_;
  RankValue comm_;
  int size_;
  std::vector<CollectiveSummary> behaviors_;
  llvm::DenseSet<const llvm::BasicBlock *> rankBranches_;
  HandleIdentity identity_;
  llvm::DenseSet<const llvm::CallBase *> unclear_;
};

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

/// For each node, whether every path from it ends the program.
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

/// Drops sides of branches on which a rank ends the program, for all ranks that take the same side: after `if (isWrong)
/// fail(rank)`, where rank 0 alone aborts, no rank continues.
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

template <class Visit>
void forEachEvent(CollectiveSummary &behavior, Visit &&visit) {
  for (BehaviorNode &node : behavior.nodes)
    for (CollectiveEvent &event : node.events) visit(event);
}

/// A call whose handle is unclear to one rank may be on any communicator for the others too.
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

using Ways = std::map<const llvm::BasicBlock *, std::set<const llvm::BasicBlock *>>;

Ways waysOf(const CollectiveSummary &behavior) {
  Ways ways;
  for (const BehaviorNode &node : behavior.nodes)
    for (const unsigned next : node.next) ways[node.block].insert(behavior.nodes[next].block);
  return ways;
}

/// A branch at which ranks actually diverge depends on the rank even without visible data flow, as after `if (rank ==
/// 0) comm = ...`.
void RankGroup::findPartingBranches() {
  Ways known;
  for (const CollectiveSummary &behavior : behaviors_)
    for (auto &[block, ways] : waysOf(behavior)) {
      const auto [place, isNew] = known.try_emplace(block, ways);
      if (!isNew && place->second != ways) rankBranches_.insert(block);
    }
}

StepContext RankGroup::context(const RankValue &handle) const {
  return {.graph = graph_, .rankBranches = rankBranches_, .handle = handle};
}

/// Most ranks behave alike, and one represents them all. A rank equal to rank 0 must still be compared with it once,
/// because both may diverge at a condition that could not be computed.
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

/// Whether the call may fail. Failed memory allocations are ignored: they end a program sooner or later anyway.
bool isAttempt(const llvm::Instruction &source) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&source);
  return call && !llvm::isa<llvm::IntrinsicInst>(call) && !call->hasFnAttr(llvm::Attribute::AllocSize);
}

bool isEnd(const std::optional<CollectiveEvent> &event) {
  return !event || event->info->effect == mpi::Effect::Finalize;
}

/// The sides of branches that only this rank reaches and whose condition depends on a call of this rank only.
std::vector<RankGroup::OwnSide> RankGroup::ownSides(int rank) const {
  std::vector<OwnSide> sides;
  const CollectiveSummary &behavior = behaviors_[static_cast<std::size_t>(rank)];
  for (const BehaviorNode &node : behavior.nodes) {
    if (!node.gotten || !isAttempt(*node.gotten) || !graph_.nearestController(*node.block, rankBranches_)) continue;
    if (graph_.loopOf(*node.block) && graph_.leavesLoop(*node.block)) continue;  // the loop terminates eventually
    for (const unsigned next : node.next) sides.push_back({{node.block, behavior.nodes[next].block}, node.gotten});
  }
  if (sides.size() > kMaxSides) sides.resize(kMaxSides);
  return sides;
}

/// Explores each side separately: consequences are then known, such as a result on which the caller aborts all ranks.
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

/// For all branches whose condition depends on a value that the other ranks do not have: where ranks obtain it.
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

/// Whether the source gives a rank, or data that only the root gets. Received messages may have been coordinated.
bool RankGroup::givesDifferentValues(const llvm::Instruction &source) {
  const std::optional<MpiCall> call = MpiCall::of(source);
  return call && (isRankSource(call->info()) || call->info().cls == mpi::Class::CollectiveToRoot);
}

class FunctionMatching {
 public:
  FunctionMatching(const llvm::Function &function, const CallEffects &effects, unsigned large, std::size_t &effort,
                   std::size_t &effortOfExamples)
      : effects_(effects),
        sizes_(function.size() > large ? std::set{2, 3} : sizesOf(function).withGuesses()),
        graph_(function, effects),
        effort_(effort),
        effortOfExamples_(effortOfExamples) {}

  /// False if the function is too large.
  bool run(CollectiveVerdicts &verdicts) const;

 private:
  std::optional<std::vector<RankValue>> communicators() const;
  bool match(const RankValue &comm, CollectiveVerdicts &verdicts) const;
  bool isRefuted(const RankValue &comm, const RankValue &handle, const Mismatch &doubtful) const;

  const CallEffects &effects_;
  const std::set<int> sizes_;  // fewer for a large function
  FlowGraph graph_;
  std::size_t &effort_;  // remaining
  std::size_t &effortOfExamples_;
};

std::optional<std::vector<RankValue>> FunctionMatching::communicators() const {
  const std::optional<CollectiveSummary> behavior = walkRank(graph_, effects_, {}, effort_);
  if (!behavior) return std::nullopt;
  std::vector<RankValue> found;
  const auto add = [&](const RankValue &handle) {
    const bool isKnown = std::ranges::any_of(found, [&](const RankValue &h) { return h.isSame(handle); });
    if (!isKnown && handle.base && found.size() < kMaxHandles) found.push_back(handle);
  };
  for (const RankValue &handle : behavior->rankedHandles) add(handle);
  // A rank in one communicator may control collectives on another, but not on one created for just the ranks that pass.
  for (const BehaviorNode &node : behavior->nodes)
    for (const CollectiveEvent &event : node.events)
      if (isWorld(event.handle)) add(event.handle);
  return found;
}

bool FunctionMatching::run(CollectiveVerdicts &verdicts) const {
  const std::optional<std::vector<RankValue>> walked = communicators();
  return walked && std::ranges::all_of(*walked, [&](const RankValue &comm) { return match(comm, verdicts); });
}

/// The program may be meant for the sizes that work, unless these work by coincidence, as when ten iterations are
/// divided among the ranks.
report::Severity severityForSome(const Mismatch &mismatch, const std::set<int> &wrong) {
  const bool isByChance = mismatch.isLoop && mismatch.isCertain && wrong.contains(3) && wrong.contains(4);
  if (!isByChance) return report::Severity::Note;
  return wrong.contains(2) ? mismatch.severity : report::Severity::Warning;
}

/// Checks a finding at a condition that could not be computed: with sample input values and loops executed to their
/// end, do the ranks reach the call and match? `n / size` iterations are equally many on all ranks, wherever each of
/// them begins.
bool FunctionMatching::isRefuted(const RankValue &comm, const RankValue &handle, const Mismatch &doubtful) const {
  bool isSeen = false;
  for (const std::uint64_t example : kExamples) {
    const RankGroup cast(graph_, effects_, comm, doubtful.size, effortOfExamples_, example);
    if (!cast.isComplete()) continue;
    llvm::DenseSet<const llvm::CallBase *> made;
    cast.addCalls(handle, made);
    if (!made.contains(doubtful.first.call)) continue;
    const std::optional<Mismatch> mismatch = cast.findMismatch(handle);
    if (mismatch && mismatch->isCertain) return false;
    isSeen |= !mismatch;
  }
  return isSeen;
}

bool FunctionMatching::match(const RankValue &comm, CollectiveVerdicts &verdicts) const {
  std::vector<Mismatch> candidates;
  std::map<const llvm::CallBase *, std::set<int>> wrongSizes;
  llvm::DenseSet<const llvm::CallBase *> madeByAll;
  for (const int size : sizes_) {
    const RankGroup cast(graph_, effects_, comm, size, effort_);
    if (!cast.isComplete()) return false;
    for (const RankValue &handle : cast.handles()) {
      std::optional<Mismatch> mismatch = cast.findMismatch(handle);
      if (mismatch && !mismatch->isCertain && isRefuted(comm, handle, *mismatch)) mismatch.reset();
      if (!mismatch) mismatch = cast.findLeaver(handle, effortOfExamples_);
      if (mismatch) {
        candidates.push_back(*mismatch);
        wrongSizes[mismatch->first.call].insert(size);
        continue;
      }
      llvm::DenseSet<const llvm::CallBase *> made;
      cast.addCalls(handle, made);
      madeByAll.insert(made.begin(), made.end());
      for (const llvm::CallBase *call : made) verdicts.sizes[call].insert(size);
      cast.findArguments(handle, verdicts.arguments);
    }
    if (!cast.mayDependOnRank()) break;  // it will not depend on the rank with more ranks either
  }
  llvm::DenseSet<const llvm::CallBase *> reported;
  for (Mismatch &mismatch : candidates) {
    if (!reported.insert(mismatch.first.call).second) continue;
    mismatch.isForSomeSizes = madeByAll.contains(mismatch.first.call);
    if (mismatch.isForSomeSizes) mismatch.severity = severityForSome(mismatch, wrongSizes[mismatch.first.call]);
    verdicts.calls.push_back(mismatch);
  }
  return true;
}

bool isToBeExplored(const llvm::Function &function, const CallEffects &effects) {
  bool hasCollective = false;
  bool hasRank = false;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!call) continue;
    const std::optional<MpiCall> mpiCall = MpiCall::of(instruction);
    hasCollective |= mpiCall ? isCollectiveCall(mpiCall->info()) : effects.sureCollective(*call) != nullptr;
    hasRank |= mpiCall && isRankSource(mpiCall->info());
  }
  return hasCollective && hasRank;
}

/// Whether some function may reach both a collective and a query of the rank: others are not explored, which saves the
/// copy of the module.
bool mayBeExplored(const llvm::Module &module) {
  const auto asking = functionsReaching(module, [](const mpi::RoutineInfo &info) { return isRankSource(info); });
  if (asking.empty()) return false;
  const auto running = functionsReaching(module, [](const mpi::RoutineInfo &info) { return isCollectiveCall(info); });
  return llvm::any_of(running, [&](const llvm::Function *function) {
    return asking.contains(function) || function->hasAddressTaken();
  });
}

/// Explores main first, since the effort may not suffice for all functions.
std::vector<const llvm::Function *> mainFirst(const llvm::Module &module) {
  std::vector<const llvm::Function *> functions;
  for (const bool isMain : {true, false})
    for (const llvm::Function &function : module)
      if (isMainProgram(function) == isMain) functions.push_back(&function);
  return functions;
}

}  // namespace

CollectiveVerdicts matchCollectives(const llvm::Module &module, const CallEffects &effects,
                                    const FlattenLimits &limits) {
  CollectiveVerdicts verdicts;
  if (!mayBeExplored(module)) return verdicts;
  verdicts.flat = flatten(module, limits);
  const CallEffects flatEffects(*verdicts.flat.module);
  std::size_t effort = kMaxEffort;
  std::size_t effortOfExamples = kMaxEffortOfExamples;
  bool isComplete = true;
  const auto match = [&](const llvm::Function &function, const CallEffects &effectsThere) {
    if (!isToBeExplored(function, effectsThere)) return;
    const bool isTried = function.size() <= kMaxBlocks;
    if (isTried && FunctionMatching(function, effectsThere, limits.large, effort, effortOfExamples).run(verdicts))
      return;
    verdicts.tooLarge.insert(sourceName(function));
    isComplete &= !isTried;
  };
  for (const llvm::Function *function : mainFirst(*verdicts.flat.module))
    if (!verdicts.flat.absorbed.contains(function)) match(*function, flatEffects);
  if (isComplete) return verdicts;
  effort = kMaxEffort / 4;  // each alone is better than nothing
  for (const llvm::Function &function : module) match(function, effects);
  return verdicts;
}

}  // namespace lockstep::passes
