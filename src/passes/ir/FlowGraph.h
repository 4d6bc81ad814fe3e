// The control flow of a function as far as it matters for collectives, and its control dependence.
//
// Paths that end the program (abort, exit) and exceptions are left out: then a guard such as `if (size != 2) abort`
// controls nothing. Control dependence is the post-dominance frontier on the remaining graph: a branch controls a block
// if one of its sides must execute the block and another need not. LLVM's post-dominator tree treats every `exit` as a
// function exit, which would make all code after a guard depend on it.
#pragma once

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>

#include <vector>

#include "passes/ir/CallEffects.h"

namespace lockstep::passes {

class FlowGraph {
 public:
  FlowGraph(const llvm::Function &function, const CallEffects &effects);

  const llvm::Function &function() const { return function_; }
  bool isDoomed(const llvm::BasicBlock &block) const { return doomed_.contains(&block); }
  /// Whether it can be reached without an exception and does not end the program.
  bool isLive(const llvm::BasicBlock &block) const { return live_.contains(&block); }
  /// Position of the block in a topological order, ignoring back edges.
  unsigned number(const llvm::BasicBlock &block) const { return numbers_.lookup(&block); }
  /// The successors of the block, in the order of its terminator, including doomed blocks.
  llvm::SmallVector<const llvm::BasicBlock *, 2> successors(const llvm::BasicBlock &block) const;

  const llvm::Loop *loopOf(const llvm::BasicBlock &block) const { return loops_.getLoopFor(&block); }
  /// Whether a collective may be executed inside the loop.
  bool hasCollective(const llvm::Loop &loop) const { return collectiveLoops_.contains(&loop); }
  /// Whether one of the block's successors is outside a loop that contains the block.
  bool leavesLoop(const llvm::BasicBlock &block) const;

  /// Where all ways from the block meet, its nearest post-dominator; null if nowhere.
  const llvm::BasicBlock *join(const llvm::BasicBlock &block) const { return joins_.lookup(&block); }
  /// The branching blocks on which this block is directly control dependent.
  const std::vector<const llvm::BasicBlock *> &controllers(const llvm::BasicBlock &block) const;
  /// The nearest of `branches`, a set or a map, that decides, directly or through others, whether this block runs; null
  /// if none does.
  template <class Branches>
  const llvm::BasicBlock *nearestController(const llvm::BasicBlock &block, const Branches &branches) const {
    return nearestAmong(block, [&](const llvm::BasicBlock *branch) { return branches.contains(branch); });
  }
  /// The same for whether the block runs at all, not for how often: branches that lead back to it do not count.
  bool isControlled(const llvm::BasicBlock &block, const llvm::DenseSet<const llvm::BasicBlock *> &branches) const;

 private:
  const llvm::BasicBlock *nearestAmong(const llvm::BasicBlock &block,
                                       llvm::function_ref<bool(const llvm::BasicBlock *)> isAmong) const;
  llvm::SmallVector<const llvm::BasicBlock *, 2> liveSuccessors(const llvm::BasicBlock &block) const;
  void numberBlocks();
  void findLive();
  std::vector<llvm::BitVector> postDominators() const;
  void findControllers();
  void findCollectiveLoops(const CallEffects &effects);

  const llvm::Function &function_;
  llvm::DenseSet<const llvm::BasicBlock *> doomed_;
  llvm::DenseSet<const llvm::BasicBlock *> live_;
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  llvm::DenseSet<const llvm::Loop *> collectiveLoops_;
  std::vector<const llvm::BasicBlock *> order_;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> numbers_;
  llvm::DenseMap<const llvm::BasicBlock *, const llvm::BasicBlock *> joins_;
  llvm::DenseMap<const llvm::BasicBlock *, std::vector<const llvm::BasicBlock *>> controllers_;
};

}  // namespace lockstep::passes
