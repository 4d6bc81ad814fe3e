#include "passes/threads/Locks.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <utility>

#include "passes/ir/MpiCall.h"
#include "passes/ir/OpenMpCall.h"
#include "passes/ir/Origin.h"
#include "passes/threads/AtomicChoices.h"

namespace lockstep::passes {

namespace {

using Family = Lock::Family;

LockAction actionOfOpenMp(OpenMp what) {
  using enum LockEffect;
  switch (what) {
    case OpenMp::Critical:
      return {Take, {.family = Family::Critical}};
    case OpenMp::EndCritical:
      return {Give, {.family = Family::Critical}};
    case OpenMp::Ordered:
    case OpenMp::IterationWait:
      return {Choose, {.family = Family::Ordered}};
    case OpenMp::EndOrdered:
    case OpenMp::IterationPost:
      return {Give, {.family = Family::Ordered}};
    case OpenMp::SetLock:
      return {Take, {.family = Family::OpenMp}};
    case OpenMp::TestLock:
      return {Choose, {.family = Family::OpenMp}};
    case OpenMp::UnsetLock:
      return {Give, {.family = Family::OpenMp}};
    default:
      return {};
  }
}

LockAction actionOfName(llvm::StringRef name) {
  name.consume_front("__gthrw_");  // libstdc++'s weak references
  const auto is = [](LockEffect effect, Family family) { return LockAction{effect, {.family = family}}; };
  using enum LockEffect;
  return llvm::StringSwitch<LockAction>(name)
      .Cases("pthread_mutex_lock", "pthread_mutex_timedlock", "pthread_mutex_clocklock", is(Take, Family::Mutex))
      .Cases("mtx_lock", "mtx_timedlock", is(Take, Family::Mutex))
      .Case("pthread_spin_lock", is(Take, Family::Spin))
      .Case("pthread_rwlock_wrlock", is(Take, Family::ReadWrite))
      .Cases("pthread_rwlock_timedwrlock", "pthread_rwlock_clockwrlock", is(Take, Family::ReadWrite))
      .Cases("sem_wait", "sem_timedwait", "sem_clockwait", is(Take, Family::Semaphore))
      .Cases("pthread_rwlock_rdlock", "pthread_rwlock_tryrdlock", is(Share, Family::ReadWrite))
      .Cases("pthread_rwlock_timedrdlock", "pthread_rwlock_clockrdlock", is(Share, Family::ReadWrite))
      .Cases("pthread_mutex_trylock", "mtx_trylock", is(Choose, Family::Mutex))
      .Case("pthread_spin_trylock", is(Choose, Family::Spin))
      .Case("pthread_rwlock_trywrlock", is(Choose, Family::ReadWrite))
      .Case("sem_trywait", is(Choose, Family::Semaphore))
      .Cases("pthread_mutex_unlock", "mtx_unlock", is(Give, Family::Mutex))
      .Case("pthread_spin_unlock", is(Give, Family::Spin))
      .Case("pthread_rwlock_unlock", is(Give, Family::ReadWrite))
      .Case("sem_post", is(Give, Family::Semaphore))
      .Default({});
}

/// Identifies the lock by its variable: a global or local one, or an argument of the function.
void name(const llvm::Value *address, const llvm::DataLayout &layout, Lock &lock) {
  llvm::APInt offset(64, 0);
  const llvm::Value *object = origin(origin(address)->stripAndAccumulateConstantOffsets(layout, offset, true));
  if (!llvm::isa<llvm::GlobalVariable, llvm::AllocaInst, llvm::Argument>(object)) return;
  lock.object = object;
  lock.offset = offset.getSExtValue();
}

/// The lock that is passed to a call of the runtime.
void nameByCall(const llvm::CallBase &call, Lock &lock) {
  const unsigned argument = lock.family == Family::Critical ? 2 : 0;
  if (lock.family != Family::Ordered && argument < call.arg_size())
    name(call.getArgOperand(argument), call.getModule()->getDataLayout(), lock);
}

/// A lock of the callee in terms of the caller.
void nameForCaller(const llvm::CallBase &call, Lock &lock) {
  const llvm::Value *object = std::exchange(lock.object, nullptr);
  const std::int64_t offset = std::exchange(lock.offset, 0);
  const auto *argument = object ? llvm::dyn_cast<llvm::Argument>(object) : nullptr;
  if (argument && argument->getArgNo() < call.arg_size())
    name(call.getArgOperand(argument->getArgNo()), call.getModule()->getDataLayout(), lock);
  if (object && llvm::isa<llvm::GlobalVariable>(object)) lock.object = object;
  if (lock.object) lock.offset += offset;
}

/// A choice that concerns more than the branches on it, or a loop that waits for another thread. What only the branches
/// decide is a region (SingleThreadRegions.h).
bool isChoice(const llvm::Instruction &instruction) {
  return isSpinning(instruction) || atomicChoice(instruction).isLasting;
}

/// Whether an atomic choice in a function matters to its caller: the function returns its result, or loops until it
/// succeeds. Others are mere counters, such as reference counts.
bool concernsCaller(const llvm::Instruction &choice) {
  if (!choice.getFunction()->getReturnType()->isVoidTy() || choice.getType()->isVoidTy()) return true;
  const llvm::BasicBlock *block = choice.getParent();
  return llvm::any_of(llvm::successors(block),
                      [&](const llvm::BasicBlock *next) { return llvm::isPotentiallyReachable(next, block); });
}

}  // namespace

bool mayBeSame(const Lock &a, const Lock &b) {
  if (a.family != b.family) return false;
  const auto isVariable = [](const Lock &lock) {
    return lock.object && llvm::isa<llvm::GlobalVariable, llvm::AllocaInst>(lock.object);
  };
  return a == b || !isVariable(a) || !isVariable(b);
}

LockAction Locks::actionOf(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (isChoice(instruction)) return {LockEffect::Choose, {.family = Family::Atomic}};
  const llvm::Function *callee = call ? calledFunction(*call) : nullptr;
  if (!callee) return {};
  LockAction named = actionOfOpenMp(openMpOf(*callee));
  if (named.effect == LockEffect::None) named = actionOfName(callee->getName());
  if (named.effect != LockEffect::None) {
    nameByCall(*call, named.lock);
    return named;
  }
  LockAction inside = actionOf(*callee);
  nameForCaller(*call, inside.lock);
  return inside;
}

LockAction Locks::actionOf(const llvm::Function &function) {
  const auto [known, isNew] = known_.try_emplace(&function);  // also for recursive calls
  if (!isNew) return known->second;
  return known_[&function] = actionOfBody(function);
}

/// If a function acquires or releases several locks, it is unknown which one counts.
void add(LockAction &kept, const LockAction &action) {
  const bool isOther = kept.effect != LockEffect::None && kept.lock != action.lock;
  const bool isOfOtherFamily = isOther && kept.lock.family != action.lock.family;
  kept = action;
  if (isOther) kept.lock.object = nullptr;
  if (isOfOtherFamily && kept.effect != LockEffect::Give) kept.effect = LockEffect::Choose;
}

LockAction Locks::actionOfBody(const llvm::Function &function) {
  LockAction taken;
  LockAction given;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    const LockAction action = actionOf(instruction);
    switch (action.effect) {
      case LockEffect::Give:
        add(given, action);
        break;
      case LockEffect::Take:
      case LockEffect::Share:
        add(taken, action);
        break;
      case LockEffect::Choose:
        if (concernsCaller(instruction)) taken = action;
        break;
      case LockEffect::None:
        break;
    }
  }
  if (given.effect == LockEffect::None) return taken;
  return taken.effect == LockEffect::None ? given : LockAction{};
}

}  // namespace lockstep::passes
