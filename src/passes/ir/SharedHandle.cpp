#include "passes/ir/SharedHandle.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include "passes/ir/OpenMpCall.h"
#include "passes/ir/Origin.h"

namespace lockstep::passes {

namespace {

constexpr unsigned kMaxDepth = 8;

/// The way of a value out of functions.
struct Way {
  unsigned depth = 0;
  bool leavesRegion = false;  // through the fork of a team: a variable outside is one for all of its threads
};

const llvm::Value *handleIn(const llvm::Value &value, Way way);

const llvm::Value *handleOfArgument(const llvm::Argument &argument, Way way) {
  const llvm::Value *common = nullptr;
  for (const llvm::User *user : argument.getParent()->users()) {
    const llvm::Value *passed = passedBy(*user, argument);
    const bool isFork = passed && parallelRegionOf(*llvm::cast<llvm::CallBase>(user)).body == argument.getParent();
    const llvm::Value *handle = passed ? handleIn(*passed, {way.depth + 1, way.leavesRegion || isFork}) : nullptr;
    if (!handle || (common && handle != common)) return nullptr;
    common = handle;
  }
  return common;
}

/// The argument that is spilled to this local variable; null for any other variable.
const llvm::Argument *spilled(const llvm::AllocaInst &variable) {
  const llvm::Argument *found = nullptr;
  for (const llvm::User *user : variable.users()) {
    const auto *store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (!store || store->getPointerOperand() != &variable) continue;
    const auto *argument = llvm::dyn_cast<llvm::Argument>(store->getValueOperand());
    if (!argument || found) return nullptr;
    found = argument;
  }
  return found;
}

/// The only value of a variable: flang passes constants this way. Null if unknown.
const llvm::Constant *heldConstant(const llvm::AllocaInst &variable) {
  const llvm::Constant *held = nullptr;
  for (const llvm::User *user : variable.users()) {
    if (llvm::isa<llvm::LoadInst>(user)) continue;
    if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      const auto *constant = llvm::dyn_cast<llvm::Constant>(store->getValueOperand());
      if (held || !constant) return nullptr;
      held = constant;
      continue;
    }
    const std::optional<MpiCall> call = MpiCall::of(*llvm::cast<llvm::Instruction>(user));
    if (!call || call->operand(mpi::Role::Comm) != &variable) return nullptr;
  }
  return held;
}

/// `value` is a handle or the address of one. If an address is passed to a region, the variable represents its content.
const llvm::Value *handleIn(const llvm::Value &given, Way way) {
  if (way.depth > kMaxDepth) return nullptr;
  const llvm::Value &value = *given.stripPointerCasts();
  if (const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(&value))
    return global->isThreadLocal() ? nullptr : &value;
  if (llvm::isa<llvm::Constant>(value)) return &value;
  if (const auto *argument = llvm::dyn_cast<llvm::Argument>(&value)) return handleOfArgument(*argument, way);
  if (const auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&value)) {
    if (const llvm::Argument *argument = spilled(*variable)) return handleOfArgument(*argument, way);
    const bool isPassedOn = way.depth > 0 && !isOutlined(*variable->getFunction());  // by a caller outside of regions
    return way.leavesRegion || isPassedOn ? &value : heldConstant(*variable);
  }
  const auto *load = llvm::dyn_cast<llvm::LoadInst>(&value);
  return load ? handleIn(*load->getPointerOperand(), way) : nullptr;
}

}  // namespace

const llvm::Value *sharedHandle(const MpiCall &call) {
  for (const mpi::Role role : {mpi::Role::Comm, mpi::Role::Window, mpi::Role::File})
    if (const llvm::Value *operand = call.operand(role)) return sharedValue(*operand);
  return nullptr;
}

const llvm::Value *sharedValue(const llvm::Value &operand, CodeOf code) {
  return handleIn(operand, {.leavesRegion = code == CodeOf::OneThread});
}

}  // namespace lockstep::passes
