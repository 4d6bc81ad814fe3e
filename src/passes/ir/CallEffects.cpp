#include "passes/ir/CallEffects.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "passes/ir/LowerNonlocalExits.h"
#include "passes/ir/MpiCall.h"

namespace lockstep::passes {

CallEffects::CallEffects(const llvm::Module &module) : targets_(module), library_(libraryOf(module)) {
  for (const llvm::Function &function : module) {
    if (function.isDeclaration()) libraryCalls_[&function] = libraryCallOf(function);
    isProgram_ |= isMainProgram(function);
  }
  for (const llvm::Function &function : module)
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) addIndirect(*call);
  spreadHiding(module);
  spreadEnding(module);
  spreadSure(module);
}

void CallEffects::addIndirect(const llvm::CallBase &call) {
  if (calledFunction(call) || call.isInlineAsm()) return;
  const llvm::ArrayRef<llvm::Function *> targets = targets_.of(call);
  if (targets.empty()) return;
  const auto [group, isNew] = callersByPointer_.try_emplace(targets.data());
  group->second.insert(call.getFunction());
  if (!isNew) return;
  for (const llvm::Function *target : targets) groupsOf_[target].push_back(targets);
}

void CallEffects::addCallers(const llvm::Function &function, Pending &pending) {
  for (const llvm::User *user : function.users())
    if (const auto *call = llvm::dyn_cast<llvm::CallBase>(user); call && calledFunction(*call) == &function)
      pending.insert(call->getFunction());
}

/// Whether the call itself, not a function with a body that it calls, is or may run a collective.
bool CallEffects::isSourceOfCollectives(const llvm::CallBase &call) const {
  if (const std::optional<MpiCall> mpiCall = MpiCall::of(call)) return isCollectiveCall(mpiCall->info());
  if (const llvm::Function *callee = calledFunction(call))
    return callee->isDeclaration() && libraryCall(*callee) == LibraryCall::None;
  return !call.isInlineAsm() && (!isProgram_ || targets_.of(call).empty());
}

/// From callees to callers: every function, and every group of functions that one pointer may refer to, once.
void CallEffects::spreadHiding(const llvm::Module &module) {
  Pending pending;
  const auto addCallersByPointer = [&](const llvm::Function &function) {
    for (const Group group : groupsOf_.lookup(&function)) {
      if (!hidingGroups_.insert(group.data()).second) continue;
      const Pending &callers = callersByPointer_[group.data()];
      pending.insert(callers.begin(), callers.end());
    }
  };
  for (const llvm::Function &function : module) {
    if (function.isDeclaration() && mayHideCollective(function)) addCallersByPointer(function);
    if (llvm::any_of(llvm::instructions(function), [this](const llvm::Instruction &instruction) {
          const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
          return call && isSourceOfCollectives(*call);
        }))
      pending.insert(&function);
  }
  while (!pending.empty()) {
    const llvm::Function &function = *pending.pop_back_val();
    if (!hiding_.insert(&function).second) continue;
    addCallers(function, pending);
    addCallersByPointer(function);
  }
}

void CallEffects::spreadEnding(const llvm::Module &module) {
  Pending pending;
  for (const llvm::Function &function : module)
    if (!function.isDeclaration()) pending.insert(&function);
  while (!pending.empty()) {
    const llvm::Function &function = *pending.pop_back_val();
    if (ending_.contains(&function) || !doomedBlocks(function).contains(&function.getEntryBlock())) continue;
    ending_.insert(&function);
    addCallers(function, pending);
  }
}

void CallEffects::spreadSure(const llvm::Module &module) {
  Pending pending;
  for (const llvm::Function &function : module)
    if (hiding_.contains(&function)) pending.insert(&function);
  llvm::DenseMap<const llvm::Function *, Blocks> doomed;
  while (!pending.empty()) {
    const llvm::Function &function = *pending.pop_back_val();
    if (sure_.contains(&function)) continue;
    const auto [known, isNew] = doomed.try_emplace(&function);
    if (isNew) known->second = doomedBlocks(function);
    if (!findSure(function, known->second)) continue;
    addCallers(function, pending);
    for (const Group group : groupsOf_.lookup(&function))
      if (llvm::all_of(group, [this](const llvm::Function *target) { return sure_.contains(target); })) {
        const Pending &callers = callersByPointer_[group.data()];
        pending.insert(callers.begin(), callers.end());
      }
  }
}

/// Searches from the entry without passing a collective: if a return is reached, there is a path without one.
bool CallEffects::findSure(const llvm::Function &function, const Blocks &doomed) {
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
  const Group targets = targets_.of(call);
  return !isProgram_ || targets.empty() || hidingGroups_.contains(targets.data());
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
