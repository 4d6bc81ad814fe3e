#include "passes/threads/AtomicChoices.h"

#include <llvm/Analysis/CFG.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "passes/ir/MpiCall.h"
#include "passes/ir/OpenMpCall.h"

namespace lockstep::passes {

namespace {

constexpr unsigned kMostSteps = 8;

/// Whether it is a compiler-generated retry loop for an atomic update, which compares with the value read before.
bool isUpdate(const llvm::AtomicCmpXchgInst &exchange) {
  return llvm::isa<llvm::PHINode>(exchange.getCompareOperand());
}

/// What a value, or a value derived from it, decides. Comparisons for order distribute work, and decide nothing.
struct Uses {
  bool decides = false;
  bool isLasting = false;
  llvm::SmallVector<const llvm::Instruction *, 4> branches;

  void follow(const llvm::Value &value, unsigned depth = 0);

 private:
  void followUser(const llvm::Value &value, const llvm::User &user, unsigned depth);
  void decide(bool beyondBranches) {
    decides = true;
    isLasting |= beyondBranches;
  }
};

void Uses::follow(const llvm::Value &value, unsigned depth) {
  if (depth > kMostSteps) return decide(true);
  for (const llvm::User *user : value.users()) followUser(value, *user, depth);
}

void Uses::followUser(const llvm::Value &value, const llvm::User &user, unsigned depth) {
  if (llvm::isa<llvm::ReturnInst>(user)) return decide(true);
  if (llvm::isa<llvm::BranchInst, llvm::SwitchInst>(user)) {
    branches.push_back(llvm::cast<llvm::Instruction>(&user));
    return decide(false);
  }
  if (const auto *comparison = llvm::dyn_cast<llvm::ICmpInst>(&user)) {
    if (!comparison->isEquality()) return;
    decide(false);
    return follow(*comparison, depth + 1);
  }
  if (const auto *step = llvm::dyn_cast<llvm::BinaryOperator>(&user)) {
    const bool isOfConstant = llvm::isa<llvm::Constant>(step->getOperand(1));
    const bool isStep = step->getOpcode() == llvm::Instruction::Add || step->getOpcode() == llvm::Instruction::Sub ||
                        step->getType()->isIntegerTy(1);
    if (isOfConstant && isStep) return follow(*step, depth + 1);
    return step->getType()->isIntegerTy(1) ? decide(true) : void();
  }
  if (llvm::isa<llvm::CastInst, llvm::ExtractValueInst, llvm::LoadInst, llvm::PHINode>(user))
    return follow(user, depth + 1);
  if (llvm::isa<llvm::SelectInst>(user)) return decide(true);
  const auto *store = llvm::dyn_cast<llvm::StoreInst>(&user);
  if (store && store->getValueOperand() == &value && llvm::isa<llvm::AllocaInst>(store->getPointerOperand()))
    follow(*store->getPointerOperand(), depth + 1);
}

bool reaches(const llvm::BasicBlock &from, const llvm::BasicBlock &to) {
  return &from == &to || llvm::isPotentiallyReachable(&from, &to);
}

/// Whether some ways out of the block lead back to it, and others do not.
bool endsLoop(const llvm::BasicBlock &block) {
  unsigned back = 0;
  for (const llvm::BasicBlock *next : llvm::successors(&block)) back += reaches(*next, block) ? 1 : 0;
  return back > 0 && back < block.getTerminator()->getNumSuccessors();
}

/// Whether code behind the region can tell whether a thread was in it.
bool leavesTraces(const llvm::BasicBlock &body, const llvm::DominatorTree &dominators) {
  const auto isInside = [&](const llvm::BasicBlock &block) { return dominators.dominates(&body, &block); };
  const auto isReadOutside = [&](const llvm::AllocaInst &variable) {
    return llvm::any_of(variable.users(), [&](const llvm::User *user) {
      return llvm::isa<llvm::LoadInst>(user) && !isInside(*llvm::cast<llvm::Instruction>(user)->getParent());
    });
  };
  const auto tells = [&](const llvm::Instruction &instruction) {
    if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      const auto *variable = llvm::dyn_cast<llvm::AllocaInst>(store->getPointerOperand());
      return variable && isReadOutside(*variable);
    }
    if (isSpinning(instruction)) return true;
    const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function *callee = call ? calledFunction(*call) : nullptr;
    return call && (!callee || (!callee->isDeclaration() && !MpiCall::of(*call)));
  };
  for (const llvm::BasicBlock &block : *body.getParent()) {
    if (!isInside(block)) continue;
    if (llvm::any_of(block, tells) || llvm::isa<llvm::ReturnInst>(block.getTerminator())) return true;
    for (const llvm::BasicBlock *next : llvm::successors(&block))
      if (!isInside(*next) && !next->phis().empty()) return true;
  }
  return false;
}

bool isWaitingFlush(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (!call || openMpOf(*call) != OpenMp::Flush) return false;
  return llvm::any_of(llvm::successors(call->getParent()),
                      [&](const llvm::BasicBlock *next) { return reaches(*next, *call->getParent()); });
}

}  // namespace

AtomicChoice atomicChoice(const llvm::Instruction &instruction) {
  AtomicChoice choice;
  if (!llvm::isa<llvm::AtomicCmpXchgInst, llvm::AtomicRMWInst>(instruction)) return choice;
  if (const auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction); exchange && isUpdate(*exchange))
    return choice;
  Uses uses;
  uses.follow(instruction);
  choice.decides = uses.decides;
  choice.isLasting = uses.decides && (uses.isLasting || uses.branches.empty());
  if (!choice.decides || choice.isLasting) return choice;
  const llvm::DominatorTree dominators(*const_cast<llvm::Function *>(instruction.getFunction()));  // only read
  for (const llvm::Instruction *branch : uses.branches) {
    if (endsLoop(*branch->getParent())) choice.isLasting = true;
    for (const llvm::BasicBlock *next : llvm::successors(branch->getParent())) {
      if (next->getSinglePredecessor() != branch->getParent()) continue;
      choice.bodies.push_back(next);
      if (!choice.isLasting && leavesTraces(*next, dominators)) choice.isLasting = true;
    }
  }
  return choice;
}

bool isSpinning(const llvm::Instruction &instruction) {
  if (isWaitingFlush(instruction)) return true;
  const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  if (!load || (!load->isAtomic() && !load->isVolatile())) return false;
  Uses uses;
  uses.follow(*load);
  return llvm::any_of(uses.branches, [](const llvm::Instruction *branch) { return endsLoop(*branch->getParent()); });
}

}  // namespace lockstep::passes
