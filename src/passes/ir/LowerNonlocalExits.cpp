#include "passes/ir/LowerNonlocalExits.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "passes/ir/MpiCall.h"

namespace lockstep::passes {

namespace {

bool callsOneOf(const llvm::CallBase &call, std::initializer_list<llvm::StringRef> names) {
  const llvm::Function *callee = calledFunction(call);
  return callee && callee->isDeclaration() && llvm::is_contained(names, callee->getName());
}

template <class Call>
llvm::SmallVector<Call *, 4> callsOf(llvm::Function &function, std::initializer_list<llvm::StringRef> names) {
  llvm::SmallVector<Call *, 4> found;
  for (llvm::Instruction &instruction : llvm::instructions(function))
    if (auto *call = llvm::dyn_cast<Call>(&instruction); call && callsOneOf(*call, names)) found.push_back(call);
  return found;
}

/// Removes the rest of the block from `from` on, and its outgoing edges.
void dropFrom(llvm::Instruction &from) {
  llvm::BasicBlock &block = *from.getParent();
  for (llvm::BasicBlock *next : llvm::successors(&block)) next->removePredecessor(&block, true);
  while (true) {
    llvm::Instruction &last = block.back();
    const bool isEnd = &last == &from;
    if (!last.use_empty()) last.replaceAllUsesWith(llvm::PoisonValue::get(last.getType()));
    last.eraseFromParent();
    if (isEnd) return;
  }
}

void jumpTo(llvm::BasicBlock &target, llvm::Instruction &from) {
  const llvm::DebugLoc place = from.getDebugLoc();
  llvm::BasicBlock &block = *from.getParent();
  dropFrom(from);
  llvm::BranchInst::Create(&target, &block)->setDebugLoc(place);
}

/// Passes a value of the landing pad's block to the handlers as a phi node, to which other predecessors add theirs.
llvm::PHINode *passOn(llvm::Instruction &value, llvm::BasicBlock &handlers) {
  auto *passed = llvm::PHINode::Create(value.getType(), 2, "", handlers.begin());
  value.replaceUsesOutsideBlock(passed, value.getParent());
  passed->addIncoming(&value, value.getParent());
  return passed;
}

void jumpToHandlers(llvm::BasicBlock &pad, llvm::ArrayRef<llvm::InvokeInst *> throwers) {
  llvm::Instruction *what = pad.getFirstNonPHI();
  if (!llvm::isa<llvm::LandingPadInst>(what)) return;
  llvm::BasicBlock *handlers = pad.splitBasicBlock(what->getNextNode());
  llvm::PHINode *exception = passOn(*what, *handlers);
  llvm::SmallVector<std::pair<llvm::PHINode *, llvm::PHINode *>> values;
  for (llvm::PHINode &phi : pad.phis()) values.emplace_back(&phi, passOn(phi, *handlers));
  for (llvm::InvokeInst *thrower : throwers) {
    llvm::BasicBlock *from = thrower->getParent();
    exception->addIncoming(llvm::PoisonValue::get(exception->getType()), from);
    for (const auto &[phi, passed] : values) passed->addIncoming(phi->getIncomingValueForBlock(from), from);
    jumpTo(*handlers, *thrower);
  }
}

void makeThrowsBranches(llvm::Function &function) {
  llvm::MapVector<llvm::BasicBlock *, llvm::SmallVector<llvm::InvokeInst *, 4>> throwers;
  for (llvm::InvokeInst *thrower : callsOf<llvm::InvokeInst>(function, {"__cxa_throw", "__cxa_rethrow"}))
    throwers[thrower->getUnwindDest()].push_back(thrower);
  for (const auto &[pad, ofPad] : throwers) jumpToHandlers(*pad, ofPad);
}

void jumpBehind(llvm::CallInst &setjmp, llvm::ArrayRef<llvm::CallInst *> longjmps) {
  llvm::BasicBlock &before = *setjmp.getParent();
  llvm::BasicBlock *behind = before.splitBasicBlock(setjmp.getNextNode());
  auto *result = llvm::PHINode::Create(setjmp.getType(), 2, "", behind->begin());
  setjmp.replaceAllUsesWith(result);
  result->addIncoming(llvm::ConstantInt::get(setjmp.getType(), 0), &before);
  for (llvm::CallInst *jump : longjmps) {
    llvm::Value *given = jump->getArgOperand(1);
    const auto *number = llvm::dyn_cast<llvm::ConstantInt>(given);
    result->addIncoming(number && number->isZero() ? llvm::ConstantInt::get(setjmp.getType(), 1) : given,
                        jump->getParent());
    jumpTo(*behind, *jump);
  }
}

/// The variable of the jump buffer; null if unknown.
const llvm::Value *bufferOf(const llvm::CallInst &call) {
  const llvm::Value *object = llvm::getUnderlyingObject(call.getArgOperand(0));
  return llvm::isa<llvm::AllocaInst, llvm::GlobalVariable>(object) ? object : nullptr;
}

void makeLongjmpsBranches(llvm::Function &function) {
  const auto setjmps = callsOf<llvm::CallInst>(function, {"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"});
  if (setjmps.empty()) return;
  auto longjmps = callsOf<llvm::CallInst>(function, {"longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"});
  llvm::DominatorTree dominators(function);
  llvm::SmallVector<llvm::SmallVector<llvm::CallInst *, 4>> jumpsTo(setjmps.size());
  for (llvm::CallInst *jump : longjmps) {
    const auto fits = [&](const llvm::CallInst *setjmp) {
      const bool isOpen = setjmps.size() == 1 && (!bufferOf(*jump) || !bufferOf(*setjmp));
      return dominators.dominates(setjmp, jump) && (isOpen || bufferOf(*jump) == bufferOf(*setjmp));
    };
    if (llvm::count_if(setjmps, fits) == 1)
      jumpsTo[static_cast<std::size_t>(llvm::find_if(setjmps, fits) - setjmps.begin())].push_back(jump);
  }
  for (std::size_t i = 0; i < setjmps.size(); ++i)
    if (!jumpsTo[i].empty()) jumpBehind(*setjmps[i], jumpsTo[i]);
}

/// Whether MPI was finalized on the straight path to here.
bool isFinalizedBefore(const llvm::Instruction &end) {
  llvm::SmallPtrSet<const llvm::BasicBlock *, 8> seen;
  for (const llvm::BasicBlock *block = end.getParent(); block && seen.insert(block).second;
       block = block->getUniquePredecessor())
    for (const llvm::Instruction &instruction : *block) {
      if (&instruction == &end) break;
      if (const std::optional<MpiCall> call = MpiCall::of(instruction);
          call && call->info().effect == mpi::Effect::Finalize)
        return true;
    }
  return false;
}

/// Whether the exit is like a return: the program succeeds, or has finalized MPI.
bool isOrderlyExit(const llvm::CallBase &call) {
  const auto *status = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
  return (status && status->isZero()) || isFinalizedBefore(call);
}

void makeExitsReturns(llvm::Function &program) {
  for (llvm::CallInst *exit : callsOf<llvm::CallInst>(program, {"exit", "_FortranAStopStatement"})) {
    if (!isOrderlyExit(*exit)) continue;
    llvm::BasicBlock &block = *exit->getParent();
    const llvm::DebugLoc place = exit->getDebugLoc();
    dropFrom(*exit);
    llvm::Type *type = program.getReturnType();
    llvm::Value *result = type->isVoidTy() ? nullptr : llvm::Constant::getNullValue(type);
    llvm::ReturnInst::Create(program.getContext(), result, &block)->setDebugLoc(place);
  }
}

}  // namespace

bool isMainProgram(const llvm::Function &function) {
  return function.getName() == "main" || function.getName() == "_QQmain";
}

void lowerNonlocalExits(llvm::Function &function) {
  makeThrowsBranches(function);
  makeLongjmpsBranches(function);
  if (isMainProgram(function)) makeExitsReturns(function);
}

}  // namespace lockstep::passes
