#include "passes/threads/UnorderedCalls.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "passes/ir/MpiCall.h"
#include "passes/ir/OpenMpCall.h"
#include "passes/threads/CountedLoops.h"

namespace lockstep::passes {

namespace {

using Kind = WordToken::Kind;

bool isInTeam(const ThreadWord &word) {
  return std::ranges::any_of(word, [](const WordToken &t) { return t.kind == Kind::Parallel; });
}

bool isInTask(const ThreadWord &word, const llvm::CallBase *task) {
  return task && std::ranges::any_of(word, [&](const WordToken &token) { return token.at == task; });
}

/// Whether all threads of the team come to where the words part, and nothing of them but a barrier orders what follows.
bool areOfAllThreads(const ThreadWord &first, const ThreadWord &second) {
  const auto [one, other] = std::ranges::mismatch(first, second);
  const auto isBarrier = [](const auto token, const ThreadWord &word) {
    return token != word.end() && token->kind == Kind::Barrier;
  };
  if (isBarrier(one, first) || isBarrier(other, second)) return false;
  if (one != first.end() && other != second.end() && one->isNamed() && other->isNamed()) return false;
  if (one != first.end() && other != second.end() && one->isDependent && other->isDependent) return false;
  return multithreadedRegion(ThreadWord(first.begin(), one)) != nullptr;
}

bool areUnordered(const ThreadedCall &first, const ThreadedCall &second) {
  if (concurrentRegions(first.word, second.word) || areOfAllThreads(first.word, second.word)) return true;
  return isInTeam(first.word) && (isInTask(first.word, second.forTask) || isInTask(second.word, first.forTask));
}

/// Whether the instruction makes the thread, or the next execution of a region, wait for others.
bool orders(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (!call) return false;
  switch (openMpOf(*call)) {
    case OpenMp::Barrier:
    case OpenMp::TaskWait:
    case OpenMp::EndTaskGroup:
    case OpenMp::Ordered:
    case OpenMp::Fork:  // it joins its team
    case OpenMp::ForkIf:
      return true;
    default:
      break;
  }
  const llvm::Function *callee = calledFunction(*call);
  return !callee || (!callee->isDeclaration() && !isOutlined(*callee));  // what it waits for is not followed
}

/// Whether the block comes back to itself with nothing that orders in between.
bool comesBack(const llvm::BasicBlock &start, const llvm::Instruction &at) {
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> seen;
  llvm::SmallVector<const llvm::BasicBlock *, 16> left;
  const auto goOn = [&](const llvm::BasicBlock &block) {
    for (const llvm::BasicBlock *next : llvm::successors(&block))
      if (seen.insert(next).second) left.push_back(next);
  };
  for (const llvm::Instruction *next = at.getNextNode(); next; next = next->getNextNode())
    if (orders(*next)) return false;
  goOn(start);
  while (!left.empty()) {
    const llvm::BasicBlock *block = left.pop_back_val();
    const bool isStart = block == &start;
    const auto isOrdering = [&](const llvm::Instruction &instruction) { return orders(instruction); };
    if (isStart) {
      const auto before = std::find_if(block->begin(), at.getIterator(), isOrdering);
      if (before == at.getIterator()) return true;
      continue;
    }
    if (llvm::none_of(*block, isOrdering)) goOn(*block);
  }
  return false;
}

/// Whether no way from the block leaves the loop but through its header.
bool leavesAtHeader(const llvm::BasicBlock &start, const llvm::BasicBlock &header) {
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> seen = {&start, &header};
  llvm::SmallVector<const llvm::BasicBlock *, 16> left = {&start};
  while (!left.empty()) {
    const llvm::BasicBlock *block = left.pop_back_val();
    for (const llvm::BasicBlock *next : llvm::successors(block)) {
      if (next != &header && !llvm::isPotentiallyReachable(next, &header)) return false;
      if (seen.insert(next).second) left.push_back(next);
    }
  }
  return true;
}

/// Whether a loop around the instruction has a constant number of rounds, at least two.
bool isRepeatedForSure(const llvm::Instruction &at) {
  const llvm::BasicBlock *block = at.getParent();
  llvm::SmallPtrSet<const llvm::BasicBlock *, 8> seen;
  while (const llvm::BasicBlock *before = block->getSinglePredecessor()) {
    if (!seen.insert(before).second) return false;
    const auto *branch = llvm::dyn_cast<llvm::BranchInst>(before->getTerminator());
    if (branch && branch->isConditional())
      return hasRounds(*branch->getCondition(), 2) && leavesAtHeader(*at.getParent(), *before);
    block = before;
  }
  return false;
}

}  // namespace

Separation separation(const ThreadedCall &first, const ThreadedCall &second) {
  if (!areUnordered(first, second)) return Separation::Order;
  if (isInChosenTurn(first.word) || isInChosenTurn(second.word)) return Separation::Order;
  return mayExclude(first.word, second.word) ? Separation::Lock : Separation::Nothing;
}

RepeatedRegion repeatedRegion(const ThreadedCall &call) {
  bool isTeam = false;
  if (isInTurn(call.word)) return {};
  for (const WordToken &token : call.word) {
    if (token.kind == Kind::Parallel) isTeam = true;
    const bool isOfAnyThread =
        token.isOneThread() && token.kind != Kind::Section && !token.isNamed() && !token.isDependent && token.at;
    if (isTeam && isOfAnyThread && comesBack(*token.at->getParent(), *token.at))
      return {&token, call.isMet && isRepeatedForSure(*token.at)};
  }
  return {};
}

}  // namespace lockstep::passes
