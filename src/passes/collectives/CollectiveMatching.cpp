#include "passes/collectives/CollectiveMatching.h"

#include <fmt/format.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "mpi/Predefined.h"
#include "passes/collectives/RankGroup.h"
#include "passes/collectives/RankSource.h"
#include "passes/ir/FlowGraph.h"
#include "passes/ir/LowerNonlocalExits.h"
#include "passes/ir/MpiCall.h"
#include "passes/ir/MpiCallers.h"
#include "passes/ir/NotJudged.h"
#include "passes/ir/SourceSite.h"
#include "passes/machine/SizeSet.h"

namespace lockstep::passes {

namespace {

constexpr std::uint64_t kExamples[] = {1, 5, 12};  // for numbers that are not known: fewer than ranks, more, divisible
constexpr std::size_t kMaxBlocks = 5000;
constexpr std::size_t kMaxHandles = 6;
constexpr std::size_t kMaxEffort = 30'000'000;           // for a whole program, in what RankWalk counts
constexpr std::size_t kLeastEffort = kMaxEffort / 1000;  // with less no function is begun
constexpr std::size_t kMaxEffortOfExamples = kMaxEffort / 3;

bool isWorld(const RankValue &handle) {
  if (const std::optional<std::int64_t> number = handle.integer()) return mpi::isWorldNumber(*number);
  return handle.base && mpi::isWorldSymbol(std::string_view(handle.base->getName()));
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

/// The numbers of ranks for which all ranks make a call, and those for which they do not.
struct Sizes {
  std::set<int> right;
  std::set<int> wrong;
  bool partsWhereRight = false;  // at the branch that is to blame
};

/// The program may be meant for the sizes that work, unless these work by coincidence, as when ten iterations are
/// divided among the ranks, or work only because they are too small for the rank that the condition asks for, which has
/// no meaning with them.
report::Severity severityForSome(const Mismatch &mismatch, const Sizes &sizes) {
  const std::set<int> &wrong = sizes.wrong;
  const bool needsMore = mismatch.isCertain && !mismatch.isLoop && mismatch.branch && !sizes.partsWhereRight &&
                         !sizes.right.empty() && *sizes.right.rbegin() < *wrong.begin();
  if (needsMore) return mismatch.severity;
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
    const RankGroup group(graph_, effects_, comm, doubtful.size, effortOfExamples_, example);
    if (!group.isComplete()) continue;
    llvm::DenseSet<const llvm::CallBase *> made;
    group.addCalls(handle, made);
    if (!made.contains(doubtful.first.call)) continue;
    const std::optional<Mismatch> mismatch = group.findMismatch(handle);
    if (mismatch && mismatch->isCertain) return false;
    isSeen |= !mismatch;
  }
  return isSeen;
}

bool FunctionMatching::match(const RankValue &comm, CollectiveVerdicts &verdicts) const {
  std::vector<Mismatch> candidates;
  std::map<const llvm::CallBase *, Sizes> sizes;
  std::map<int, llvm::DenseSet<const llvm::BasicBlock *>> partings;
  llvm::DenseSet<const llvm::CallBase *> madeByAll;
  for (const int size : sizes_) {
    const RankGroup group(graph_, effects_, comm, size, effort_);
    if (!group.isComplete()) return false;
    for (const RankValue &handle : group.handles()) {
      std::optional<Mismatch> mismatch = group.findMismatch(handle);
      if (mismatch && !mismatch->isCertain && isRefuted(comm, handle, *mismatch)) mismatch.reset();
      if (!mismatch) mismatch = group.findLeaver(handle, effortOfExamples_);
      if (mismatch) {
        candidates.push_back(*mismatch);
        sizes[mismatch->first.call].wrong.insert(size);
        continue;
      }
      llvm::DenseSet<const llvm::CallBase *> made;
      group.addCalls(handle, made);
      madeByAll.insert(made.begin(), made.end());
      for (const llvm::CallBase *call : made) verdicts.sizes[call].insert(size);
      for (const llvm::CallBase *call : made) sizes[call].right.insert(size);
      group.findArguments(handle, verdicts.arguments);
    }
    partings[size] = group.parting();
    if (!group.mayDependOnRank()) break;  // nor will it with more ranks
  }
  llvm::DenseSet<const llvm::CallBase *> reported;
  for (Mismatch &mismatch : candidates) {
    if (!reported.insert(mismatch.first.call).second) continue;
    mismatch.isForSomeSizes = madeByAll.contains(mismatch.first.call);
    Sizes &some = sizes[mismatch.first.call];
    for (const int size : some.right)
      some.partsWhereRight |= mismatch.branch && partings[size].contains(mismatch.branch->getParent());
    if (mismatch.isForSomeSizes) mismatch.severity = severityForSome(mismatch, some);
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
  std::set<const llvm::Function *> skipped;
  const auto match = [&](const llvm::Function &function, const CallEffects &effectsThere) {
    if (!isToBeExplored(function, effectsThere)) return;
    if (effort < kLeastEffort) {
      verdicts.tooLarge.insert(sourceName(function));
      skipped.insert(&function);
      isComplete = false;
      return;
    }
    const bool isTried = function.size() <= kMaxBlocks;
    if (isTried && FunctionMatching(function, effectsThere, limits.large, effort, effortOfExamples).run(verdicts))
      return;
    if (verdicts.tooLarge.insert(sourceName(function)).second)
      verdicts.notJudged.push_back(notJudgedIn(function, "too large to compare the ranks' collectives"));
    isComplete &= !isTried;
  };
  for (const llvm::Function *function : mainFirst(*verdicts.flat.module))
    if (!verdicts.flat.absorbed.contains(function)) match(*function, flatEffects);
  if (isComplete) return verdicts;
  effort = kMaxEffort / 4;  // each alone is better than nothing
  skipped.clear();
  for (const llvm::Function &function : module) match(function, effects);
  if (!skipped.empty())
    verdicts.notJudged.push_back(
        {.reason = fmt::format("collectives of {} functions not compared between ranks: limit of effort reached",
                               skipped.size())});
  return verdicts;
}

}  // namespace lockstep::passes
