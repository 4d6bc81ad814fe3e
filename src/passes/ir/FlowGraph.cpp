#include "passes/ir/FlowGraph.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

#include <deque>

namespace lockstep::passes {

FlowGraph::FlowGraph(const llvm::Function &function, const CallEffects &effects)
    : function_(function),
      doomed_(effects.doomedBlocks(function)),
      dominators_(const_cast<llvm::Function &>(function)),  // only read, but the interface takes a non-const reference
      loops_(dominators_) {
  numberBlocks();
  findLive();
  findControllers();
  findCollectiveLoops(effects);
}

llvm::SmallVector<const llvm::BasicBlock *, 2> FlowGraph::successors(const llvm::BasicBlock &block) const {
  if (const auto *invoke = llvm::dyn_cast<llvm::InvokeInst>(block.getTerminator())) return {invoke->getNormalDest()};
  return llvm::SmallVector<const llvm::BasicBlock *, 2>(llvm::succ_begin(&block), llvm::succ_end(&block));
}

llvm::SmallVector<const llvm::BasicBlock *, 2> FlowGraph::liveSuccessors(const llvm::BasicBlock &block) const {
  auto live = successors(block);
  llvm::erase_if(live, [&](const llvm::BasicBlock *next) { return isDoomed(*next); });
  return live;
}

bool FlowGraph::leavesLoop(const llvm::BasicBlock &block) const {
  const llvm::Loop *loop = loopOf(block);
  return loop && llvm::any_of(successors(block), [&](const auto *next) { return !loop->contains(next); });
}

void FlowGraph::numberBlocks() {
  const llvm::ReversePostOrderTraversal<const llvm::Function *> traversal(&function_);
  for (const llvm::BasicBlock *block : traversal) {
    numbers_[block] = static_cast<unsigned>(order_.size());
    order_.push_back(block);
  }
}

void FlowGraph::findLive() {
  std::vector<const llvm::BasicBlock *> pending{&function_.getEntryBlock()};
  while (!pending.empty()) {
    const llvm::BasicBlock *block = pending.back();
    pending.pop_back();
    if (isDoomed(*block) || !live_.insert(block).second) continue;
    for (const llvm::BasicBlock *next : liveSuccessors(*block)) pending.push_back(next);
  }
}

/// Greatest fixed point of: a block is post-dominated by itself and by all that post-dominate each of its live
/// successors.
std::vector<llvm::BitVector> FlowGraph::postDominators() const {
  const auto size = static_cast<unsigned>(order_.size());
  std::vector<llvm::BitVector> sets(size, llvm::BitVector(size, true));
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned i = size; i-- > 0;) {
      const auto live = liveSuccessors(*order_[i]);
      llvm::BitVector set(size, !live.empty());
      for (const llvm::BasicBlock *next : live) set &= sets[number(*next)];
      set.set(i);
      if (set == sets[i]) continue;
      sets[i] = std::move(set);
      changed = true;
    }
  }
  return sets;
}

void FlowGraph::findControllers() {
  const std::vector<llvm::BitVector> postDominators = this->postDominators();
  for (const llvm::BasicBlock *branch : order_) {
    const llvm::BasicBlock *&join = joins_[branch];
    for (const unsigned index : postDominators[number(*branch)].set_bits()) {  // the nearest is followed by all others
      const bool isNearer = !join || postDominators[index].count() > postDominators[number(*join)].count();
      if (order_[index] != branch && isNearer) join = order_[index];
    }
    const auto live = liveSuccessors(*branch);
    if (live.size() < 2) continue;
    llvm::BitVector controlled(static_cast<unsigned>(order_.size()));
    for (const llvm::BasicBlock *next : live) controlled |= postDominators[number(*next)];
    llvm::BitVector always = postDominators[number(*branch)];
    always.reset(number(*branch));
    controlled.reset(always);
    for (const unsigned index : controlled.set_bits()) controllers_[order_[index]].push_back(branch);
  }
}

void FlowGraph::findCollectiveLoops(const CallEffects &effects) {
  for (const llvm::BasicBlock &block : function_) {
    if (!loopOf(block) || llvm::none_of(block, [&](const llvm::Instruction &instruction) {
          const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
          return call && effects.mayRunCollective(*call);
        }))
      continue;
    for (const llvm::Loop *loop = loopOf(block); loop; loop = loop->getParentLoop()) collectiveLoops_.insert(loop);
  }
}

const std::vector<const llvm::BasicBlock *> &FlowGraph::controllers(const llvm::BasicBlock &block) const {
  static const std::vector<const llvm::BasicBlock *> kNone;
  const auto found = controllers_.find(&block);
  return found == controllers_.end() ? kNone : found->second;
}

const llvm::BasicBlock *FlowGraph::nearestAmong(const llvm::BasicBlock &block,
                                                llvm::function_ref<bool(const llvm::BasicBlock *)> isAmong) const {
  llvm::DenseSet<const llvm::BasicBlock *> seen;
  std::deque<const llvm::BasicBlock *> pending{&block};
  while (!pending.empty()) {
    const llvm::BasicBlock *current = pending.front();
    pending.pop_front();
    for (const llvm::BasicBlock *branch : controllers(*current)) {
      if (isAmong(branch)) return branch;
      if (seen.insert(branch).second) pending.push_back(branch);
    }
  }
  return nullptr;
}

bool FlowGraph::isControlled(const llvm::BasicBlock &block,
                             const llvm::DenseSet<const llvm::BasicBlock *> &branches) const {
  llvm::DenseSet<const llvm::BasicBlock *> seen;
  std::vector<const llvm::BasicBlock *> pending{&block};
  while (!pending.empty()) {
    const llvm::BasicBlock *current = pending.back();
    pending.pop_back();
    for (const llvm::BasicBlock *branch : controllers(*current)) {
      if (number(*branch) >= number(*current)) continue;
      if (branches.contains(branch)) return true;
      if (seen.insert(branch).second) pending.push_back(branch);
    }
  }
  return false;
}

}  // namespace lockstep::passes
