// Abstract interpretation of a function for one rank of a communicator of a given size: rank and size are known,
// everything else is unknown until computed.
//
// States are joined where paths meet, so the walk terminates; iterations of a loop around collectives with a decided
// exit are kept apart up to a limit, so that `for (i = 0; i < rank; ++i)` iterates as often as on that rank. MPI calls
// are assumed to succeed and exceptions not to be thrown.
#pragma once

#include <llvm/Analysis/LoopInfo.h>

#include <compare>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "passes/collectives/CollectiveSummary.h"
#include "passes/collectives/RankState.h"
#include "passes/ir/FlowGraph.h"
#include "passes/ir/MpiCall.h"

namespace lockstep::passes {

/// One successor of a branch.
struct Side {
  const llvm::BasicBlock *branch = nullptr;
  const llvm::BasicBlock *target = nullptr;
};

/// The explored rank. Without a communicator every rank and size is unknown.
struct WalkConfig {
  RankValue comm;
  int rank = 0;
  int size = 0;
  std::optional<std::uint64_t> example{};  // assumed for every input, equal on all ranks
  Side taken{};                            // if the branch is undecided
};

/// Branches, what each of them is by, and which of them decides about a block: kept until there is another branch.
class DecidingBranches {
 public:
  explicit DecidingBranches(const FlowGraph &graph) : graph_(&graph) {}

  void add(const llvm::BasicBlock &branch, const RankTaint *flow) {
    if (flows_.try_emplace(&branch, flow).second) decided_.clear();
  }
  /// What the nearest branch that decides whether the block runs is by; null where none does.
  const RankTaint *flowAt(const llvm::BasicBlock &block);

 private:
  const FlowGraph *graph_;
  llvm::DenseMap<const llvm::BasicBlock *, const RankTaint *> flows_;
  llvm::DenseMap<const llvm::BasicBlock *, const RankTaint *> decided_;
};

class RankWalk {
 public:
  /// `effort`: remaining budget, in visited states times their size; it is decremented.
  RankWalk(const FlowGraph &graph, const CallEffects &effects, const WalkConfig &config, std::size_t &effort);

  /// Nothing if the function is too large, or the budget is exhausted.
  std::optional<CollectiveSummary> run(unsigned unrolling);

 private:
  /// The loop iteration of a node; all later ones if `merged`.
  struct Round {
    const llvm::Loop *loop = nullptr;
    unsigned iteration = 0;
    bool merged = false;
    friend auto operator<=>(const Round &, const Round &) = default;
  };
  using Rounds = std::vector<Round>;
  struct Visit {
    const llvm::BasicBlock *block = nullptr;
    Rounds rounds;
    RankState state;  // on entry
  };

  struct Creation {
    CollectiveEvent::Group group = CollectiveEvent::Group::Unclear;
    bool isOfWalked = false;  // created from all or some of the explored processes
  };

  void visit(unsigned node);
  unsigned go(const llvm::BasicBlock &from, const llvm::BasicBlock &to, const Rounds &rounds, RankState state);
  Rounds roundsAt(const llvm::BasicBlock &from, const llvm::BasicBlock &to, Rounds rounds) const;
  Rounds mergeLeftLoops(const llvm::BasicBlock &block, Rounds rounds) const;
  void enterPhis(const llvm::BasicBlock &from, const llvm::BasicBlock &to, RankState &state);
  std::vector<const llvm::BasicBlock *> decide(const llvm::BasicBlock &block, BehaviorNode &node);

  void execute(const llvm::Instruction &instruction, BehaviorNode &node);
  void executeLoad(const llvm::LoadInst &load);
  void executeStore(const llvm::StoreInst &store);
  void executeCall(const llvm::CallBase &call, BehaviorNode &node);
  void addDataArguments(const MpiCall &call, CollectiveEvent &event) const;
  void executeMpi(const MpiCall &call, BehaviorNode &node);
  bool mayHideCollective(const llvm::CallBase &call) const;
  CollectiveEvent hiddenEvent(const llvm::CallBase &call) const;
  void executeUnseen(const llvm::CallBase &call);
  void evaluatePure(const llvm::Instruction &instruction);
  void writeResults(const MpiCall &call, CollectiveEvent::Group group);
  void writeOutput(const MpiCall &call, std::size_t argument, bool ownGroup);
  std::uint64_t bytesWritten(const MpiCall &call, std::size_t argument) const;
  void noteCreation(const MpiCall &call, CollectiveEvent::Group group);

  RankValue valueOf(const llvm::Value &value) const;
  RankValue freshSymbol(const llvm::Instruction &instruction);
  RankValue newValue(const llvm::Instruction &instruction, const RankTaint *flow);
  RankValue argument(const MpiCall &call, std::size_t index) const;
  RankValue handleOf(const MpiCall &call) const;
  CollectiveEvent::Group groupOf(const RankValue &handle) const;
  bool isPartOfWalked(const RankValue &handle) const;
  const RankTaint *obtainedBy(const llvm::CallBase &call);
  const RankTaint *extend(const RankTaint *flow, const llvm::Instruction &step);
  std::uint64_t bytesOf(llvm::Type *type) const;
  std::uint64_t bytesOf(const MpiCall &call, std::size_t index) const;

  const FlowGraph &graph_;
  const CallEffects &effects_;
  const llvm::DataLayout &layout_;
  WalkConfig config_;
  std::size_t &effort_;
  unsigned unrolling_ = 0;

  CollectiveSummary behavior_;
  std::vector<Visit> visits_;  // one per node
  std::map<std::pair<const llvm::BasicBlock *, Rounds>, unsigned> nodes_;
  std::set<std::pair<unsigned, unsigned>> pending_;  // number of the block, node
  std::map<const llvm::Value *, Creation> created_;  // handles by the call that made them
  RankState state_;                                  // of the block being executed
  DecidingBranches rankBranches_;                    // by the rank
  DecidingBranches openBranches_;                    // those of them at which both sides are taken
};

/// With the rounds of loops apart as far as that is not too much.
std::optional<CollectiveSummary> walkRank(const FlowGraph &graph, const CallEffects &effects, const WalkConfig &config,
                                          std::size_t &effort);

}  // namespace lockstep::passes
