#include "passes/ir/CallEffects.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "passes/ir/LowerNonlocalExits.h"
#include "passes/ir/MpiCall.h"

namespace lockstep::passes {

CallEffects::CallEffects(const llvm::Module &module) : targets_(module), library_(libraryOf(module)) {
  Pending pending;
  llvm::DenseMap<const llvm::FunctionType *, Pending> byPointer;  // callers by pointers of this type
  for (const llvm::Function &function : module) {
    if (function.isDeclaration()) {
      libraryCalls_[&function] = libraryCallOf(function);
      continue;
    }
    pending.insert(&function);
    isProgram_ |= isMainProgram(function);
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction); call && !calledFunction(*call))
        byPointer[call->getFunctionType()].insert(&function);
  }
  while (!pending.empty()) {
    const llvm::Function &function = *pending.pop_back_val();
    const bool hides = spreadHiding(function);
    if (spreadEnding(function) || hides) addCallers(function, pending);
    if (!hides || !function.hasAddressTaken()) continue;
    const Pending &callers = byPointer[function.getFunctionType()];
    pending.insert(callers.begin(), callers.end());
  }

  for (const llvm::Function &function : module)
    if (hiding_.contains(&function)) pending.insert(&function);
  llvm::DenseMap<const llvm::Function *, Blocks> doomed;
  while (!pending.empty()) {
    const llvm::Function &function = *pending.pop_back_val();
    const auto [known, isNew] = doomed.try_emplace(&function);
    if (isNew) known->second = doomedBlocks(function);
    if (!spreadSure(function, known->second)) continue;
    addCallers(function, pending);
    if (!function.hasAddressTaken()) continue;
    const Pending &callers = byPointer[function.getFunctionType()];
    pending.insert(callers.begin(), callers.end());
  }
}

/// Adds the functions whose results may change with those of this function.
void CallEffects::addCallers(const llvm::Function &function, Pending &pending) {
  for (const llvm::User *user : function.users())
    if (const auto *call = llvm::dyn_cast<llvm::CallBase>(user)) pending.insert(call->getFunction());
}

bool CallEffects::spreadHiding(const llvm::Function &function) {
  if (hiding_.contains(&function)) return false;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!call) continue;
    if (mayRunCollective(*call)) {
      hiding_.insert(&function);
      return true;
    }
  }
  return false;
}

bool CallEffects::spreadEnding(const llvm::Function &function) {
  if (ending_.contains(&function) || !doomedBlocks(function).contains(&function.getEntryBlock())) return false;
  ending_.insert(&function);
  return true;
}

/// Searches from the entry without passing a collective: if a return is reached, there is a path without one.
bool CallEffects::spreadSure(const llvm::Function &function, const Blocks &doomed) {
  if (sure_.contains(&function)) return false;
  const auto collectiveIn = [&](const llvm::BasicBlock &block) -> const llvm::CallBase * {
    for (const llvm::Instruction &instruction : block) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (!call) continue;
      const std::optional<MpiCall> mpiCall = MpiCall::of(*call);
      if (mpiCall && isCollectiveCall(mpiCall->info())) return call;
      if (const llvm::CallBase *inside = mpiCall ? nullptr : sureCollective(*call)) return inside;
    }
    return nullptr;
  };
  const llvm::CallBase *found = nullptr;
  llvm::DenseSet<const llvm::BasicBlock *> seen;
  llvm::SmallVector<const llvm::BasicBlock *> pending{&function.getEntryBlock()};
  while (!pending.empty()) {
    const llvm::BasicBlock *block = pending.pop_back_val();
    if (doomed.contains(block) || !seen.insert(block).second) continue;
    if (const llvm::CallBase *collective = collectiveIn(*block)) {
      found = collective;
      continue;
    }
    if (llvm::isa<llvm::ReturnInst>(block->getTerminator())) return false;
    pending.append(llvm::succ_begin(block), llvm::succ_end(block));
  }
  if (!found) return false;
  sure_[&function] = found;
  return true;
}

const llvm::CallBase *CallEffects::sureCollective(const llvm::CallBase &call) const {
  if (const llvm::Function *callee = calledFunction(call)) return sureCollective(*callee);
  if (call.isInlineAsm()) return nullptr;
  const llvm::CallBase *found = nullptr;
  for (const llvm::Function *target : targets_.of(call)) {
    found = sureCollective(*target);
    if (!found) return nullptr;
  }
  return found;
}

bool CallEffects::mayHideCollective(const llvm::CallBase &call) const {
  const llvm::Function *callee = calledFunction(call);
  if (callee) return !MpiCall::of(call) && mayHideCollective(*callee);
  if (call.isInlineAsm()) return false;
  const llvm::ArrayRef<llvm::Function *> targets = targets_.of(call);
  return !isProgram_ || targets.empty() ||
         llvm::any_of(targets, [this](const llvm::Function *target) { return mayHideCollective(*target); });
}

bool CallEffects::mayHideCollective(const llvm::Function &function) const {
  return function.isDeclaration() ? libraryCall(function) == LibraryCall::None : hiding_.contains(&function);
}

bool CallEffects::mayRunCollective(const llvm::CallBase &call) const {
  const std::optional<MpiCall> mpiCall = MpiCall::of(call);
  return mpiCall ? isCollectiveCall(mpiCall->info()) : mayHideCollective(call);
}

bool CallEffects::endsProgram(const llvm::CallBase &call) const {
  if (call.doesNotReturn()) return true;
  if (const std::optional<MpiCall> mpiCall = MpiCall::of(call)) return mpiCall->info().effect == mpi::Effect::Abort;
  const llvm::Function *callee = calledFunction(call);
  return callee && ending_.contains(callee);
}

bool CallEffects::isLibraryCall(const llvm::CallBase &call) const {
  const llvm::Function *callee = calledFunction(call);
  return callee ? libraryCall(*callee) != LibraryCall::None : call.isInlineAsm();
}

bool CallEffects::mayWrite(const llvm::CallBase &call, unsigned argument) const {
  if (call.onlyReadsMemory() || call.onlyReadsMemory(argument)) return false;
  const llvm::Function *callee = calledFunction(call);
  const bool isListed = callee && argument < callee->arg_size();
  return isListed || !isLibraryCall(call) || !callee || libraryCall(*callee) == LibraryCall::Input;
}

bool CallEffects::mayChange(const llvm::CallBase &call, const llvm::GlobalVariable &global) const {
  if (isLibraryCall(call) || MpiCall::of(call)) return false;
  const llvm::Function *callee = calledFunction(call);
  if ((!callee || callee->isDeclaration()) && !global.hasLocalLinkage()) return true;
  return llvm::any_of(global.users(), [&](const llvm::User *user) {
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(user);
    return !instruction || (instruction->getFunction() != call.getFunction() && !llvm::isa<llvm::LoadInst>(user));
  });
}

CallEffects::Blocks CallEffects::doomedBlocks(const llvm::Function &function) const {
  Blocks doomed;
  const auto endsHere = [&](const llvm::BasicBlock &block) {
    if (llvm::isa<llvm::UnreachableInst, llvm::ResumeInst>(block.getTerminator())) return true;
    return llvm::any_of(block, [&](const llvm::Instruction &instruction) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      return call && endsProgram(*call);
    });
  };
  llvm::SmallVector<const llvm::BasicBlock *> pending;
  for (const llvm::BasicBlock &block : function)
    if (endsHere(block)) pending.push_back(&block);
  while (!pending.empty()) {
    const llvm::BasicBlock *block = pending.pop_back_val();
    if (!doomed.insert(block).second) continue;
    for (const llvm::BasicBlock *from : llvm::predecessors(block))
      if (llvm::all_of(llvm::successors(from), [&](const auto *next) { return doomed.contains(next); }))
        pending.push_back(from);
  }
  return doomed;
}

}  // namespace lockstep::passes
