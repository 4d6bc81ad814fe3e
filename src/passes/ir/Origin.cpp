#include "passes/ir/Origin.h"

#include <llvm/IR/Function.h>

#include "passes/ir/MpiCall.h"
#include "passes/ir/OpenMpCall.h"

namespace lockstep::passes {

namespace {

constexpr unsigned kMostSteps = 8;

}  // namespace

const llvm::Value *withoutCasts(const llvm::Value *value) {
  while (llvm::isa<llvm::SExtInst, llvm::ZExtInst, llvm::TruncInst>(value))
    value = llvm::cast<llvm::CastInst>(value)->getOperand(0);
  return value;
}

const llvm::AllocaInst *variableBehind(const llvm::Value *value) {
  const auto *load = llvm::dyn_cast<llvm::LoadInst>(value);
  return load ? llvm::dyn_cast<llvm::AllocaInst>(load->getPointerOperand()) : nullptr;
}

const llvm::Value *onlyValueOf(const llvm::AllocaInst &variable) {
  const llvm::Value *found = nullptr;
  for (const llvm::User *user : variable.users()) {
    const auto *store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (!store) {
      if (!llvm::isa<llvm::LoadInst>(user)) return nullptr;
      continue;
    }
    if (found || store->getPointerOperand() != &variable) return nullptr;
    found = store->getValueOperand();
  }
  return found;
}

const llvm::Value *origin(const llvm::Value *value) {
  for (unsigned step = 0; step < kMostSteps; ++step) {
    value = withoutCasts(value);
    const llvm::AllocaInst *variable = variableBehind(value);
    const llvm::Value *stored = variable ? onlyValueOf(*variable) : nullptr;
    if (!stored) return value;
    value = stored;
  }
  return value;
}

const llvm::Value *passedBy(const llvm::User &user, const llvm::Argument &argument) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&user);
  if (!call) return nullptr;
  if (calledFunction(*call) == argument.getParent())
    return argument.getArgNo() < call->arg_size() ? call->getArgOperand(argument.getArgNo()) : nullptr;
  const ParallelRegion region = parallelRegionOf(*call);
  return region.body == argument.getParent() ? region.passedFor(*call, argument.getArgNo()) : nullptr;
}

}  // namespace lockstep::passes
