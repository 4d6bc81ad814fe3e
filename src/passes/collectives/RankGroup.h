// All ranks of one communicator at one size: what each of them does, and where they cannot stay in step.
//
// A branch at which ranks go different ways is by the rank, whatever its condition looks like. Sides of choices on
// which the program ends count for nobody.
#pragma once

#include <optional>
#include <vector>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>

#include "passes/collectives/HandleIdentity.h"
#include "passes/collectives/Mismatch.h"
#include "passes/collectives/RankWalk.h"
#include "passes/collectives/SequenceMatch.h"

namespace lockstep::passes {

class RankGroup {
 public:
  RankGroup(const FlowGraph &graph, const CallEffects &effects, const RankValue &comm, int size, std::size_t &effort,
            std::optional<std::uint64_t> example = {});

  struct OwnSide {
    Side side;
    const llvm::Instruction *gotten = nullptr;  // what its branch is by
  };

  bool isComplete() const { return behaviors_.size() == static_cast<std::size_t>(size_); }
  int size() const { return size_; }
  /// Whether the rank decides about a collective or one of its arguments, here or in code that this size does not run.
  bool mayDependOnRank() const;
  /// Blocks behind which some ranks go one way and others another.
  const llvm::DenseSet<const llvm::BasicBlock *> &parting() const { return parting_; }
  /// Communicators, windows and files over the explored processes that collectives are called on.
  std::vector<RankValue> handles() const;
  /// Every collective call that some rank may make on the handle.
  void addCalls(const RankValue &handle, llvm::DenseSet<const llvm::CallBase *> &calls) const;

  std::optional<Mismatch> findMismatch(const RankValue &handle) const;
  /// A rank that goes another way than it should where something of its own goes wrong, such as a file that it cannot
  /// open.
  std::optional<Mismatch> findLeaver(const RankValue &handle, std::size_t &effort) const;
  void findArguments(const RankValue &handle, std::vector<Mismatch> &found) const;

 private:
  StepContext context(const RankValue &handle) const;
  bool isLikeAnEarlierRank(int rank) const;
  void findPartingBranches();
  void dropEnds();
  void forgetUnclearHandles();
  void forgetUnclearHandles(CollectiveSummary &behavior) const;
  /// Whether the rank has lost sight of a handle that the others have not.
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
  llvm::DenseSet<const llvm::BasicBlock *> parting_;
  HandleIdentity identity_;
  llvm::DenseSet<const llvm::CallBase *> unclear_;
};

}  // namespace lockstep::passes
