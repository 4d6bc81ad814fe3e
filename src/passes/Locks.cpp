#include "passes/Locks.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "passes/MpiCall.h"

namespace lockstep::passes {

namespace {

LockEffect effectOfName(llvm::StringRef name) {
  name.consume_front("__gthrw_");  // libstdc++'s weak references
  if (name.starts_with("omp_")) name.consume_back("_");
  return llvm::StringSwitch<LockEffect>(name)
      .Cases("__kmpc_critical", "__kmpc_critical_with_hint", LockEffect::Take)
      .Cases("omp_set_lock", "omp_set_nest_lock", LockEffect::Take)
      .Cases("pthread_mutex_lock", "pthread_mutex_timedlock", "pthread_mutex_clocklock", LockEffect::Take)
      .Cases("pthread_spin_lock", "pthread_rwlock_wrlock", "pthread_rwlock_rdlock", LockEffect::Take)
      .Cases("pthread_rwlock_timedwrlock", "pthread_rwlock_clockwrlock", LockEffect::Take)
      .Cases("mtx_lock", "mtx_timedlock", "sem_wait", "sem_timedwait", "sem_clockwait", LockEffect::Take)
      .Cases("__kmpc_ordered", "__kmpc_doacross_wait", LockEffect::Choose)
      .Cases("omp_test_lock", "omp_test_nest_lock", LockEffect::Choose)
      .Cases("pthread_mutex_trylock", "pthread_spin_trylock", "pthread_rwlock_trywrlock", LockEffect::Choose)
      .Cases("mtx_trylock", "sem_trywait", LockEffect::Choose)
      .Cases("__kmpc_end_critical", "__kmpc_end_ordered", "__kmpc_doacross_post", LockEffect::Give)
      .Cases("omp_unset_lock", "omp_unset_nest_lock", LockEffect::Give)
      .Cases("pthread_mutex_unlock", "pthread_spin_unlock", "pthread_rwlock_unlock", LockEffect::Give)
      .Cases("mtx_unlock", "sem_post", LockEffect::Give)
      .Default(LockEffect::None);
}

/// The loop by which compilers make any operation atomic compares with what it read in the round before.
bool isUpdate(const llvm::AtomicCmpXchgInst &exchange) {
  return llvm::isa<llvm::PHINode>(exchange.getCompareOperand());
}

/// Whether a value as it is, or a step from it, decides: compared for equality, branched on, or handed to the caller.
bool decides(const llvm::Value &value, unsigned depth = 0) {
  constexpr unsigned kMostSteps = 8;
  if (depth > kMostSteps) return false;
  return llvm::any_of(value.users(), [&](const llvm::User *user) {
    if (const auto *comparison = llvm::dyn_cast<llvm::ICmpInst>(user)) return comparison->isEquality();
    if (llvm::isa<llvm::BranchInst, llvm::SwitchInst, llvm::ReturnInst>(user)) return true;
    if (const auto *step = llvm::dyn_cast<llvm::BinaryOperator>(user))
      return llvm::isa<llvm::Constant>(step->getOperand(1)) &&
             (step->getOpcode() == llvm::Instruction::Add || step->getOpcode() == llvm::Instruction::Sub) &&
             decides(*step, depth + 1);
    if (llvm::isa<llvm::CastInst, llvm::ExtractValueInst, llvm::LoadInst, llvm::PHINode>(user))
      return decides(*user, depth + 1);
    const auto *store = llvm::dyn_cast<llvm::StoreInst>(user);
    return store && store->getValueOperand() == &value && llvm::isa<llvm::AllocaInst>(store->getPointerOperand()) &&
           decides(*store->getPointerOperand(), depth + 1);
  });
}

bool isChoice(const llvm::Instruction &instruction) {
  if (const auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction); exchange && isUpdate(*exchange))
    return false;
  return llvm::isa<llvm::AtomicCmpXchgInst, llvm::AtomicRMWInst>(instruction) && decides(instruction);
}

/// Whether a choice in a function is one for its caller: told by what it returns, or waited for, there or in what it
/// calls. Others only count, as those who share an object do.
bool concernsCaller(const llvm::Instruction &choice) {
  if (!choice.getFunction()->getReturnType()->isVoidTy() || choice.getType()->isVoidTy()) return true;
  const llvm::BasicBlock *block = choice.getParent();
  return llvm::any_of(llvm::successors(block),
                      [&](const llvm::BasicBlock *next) { return llvm::isPotentiallyReachable(next, block); });
}

}  // namespace

LockEffect Locks::effectOf(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (!call) return isChoice(instruction) ? LockEffect::Choose : LockEffect::None;
  const llvm::Function *callee = calledFunction(*call);
  return callee ? effectOf(*callee) : LockEffect::None;
}

LockEffect Locks::effectOf(const llvm::Function &function) {
  if (const LockEffect named = effectOfName(function.getName()); named != LockEffect::None) return named;
  const auto [known, isNew] = known_.try_emplace(&function, LockEffect::None);  // also where it calls itself
  if (!isNew) return known->second;
  return known_[&function] = effectOfBody(function);
}

LockEffect Locks::effectOfBody(const llvm::Function &function) {
  LockEffect taken = LockEffect::None;
  bool gives = false;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    const LockEffect effect = effectOf(instruction);
    gives |= effect == LockEffect::Give;
    if (effect == LockEffect::Take || (effect == LockEffect::Choose && concernsCaller(instruction))) taken = effect;
  }
  if (gives) return taken == LockEffect::None ? LockEffect::Give : LockEffect::None;
  return taken;
}

}  // namespace lockstep::passes
