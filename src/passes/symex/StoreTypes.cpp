#include "passes/symex/StoreTypes.h"

#include <algorithm>

#include <llvm/Analysis/MemoryBuiltins.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "passes/symex/Memory.h"

namespace lockstep::passes::symex {

namespace {

constexpr std::int64_t kPointerBytes = 8;

/// Memory of the function alone, or of a library, as streams are.
bool isOfNoCaller(const llvm::Value &address) {
  const llvm::Value *base = address.stripInBoundsOffsets();
  const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(base);
  return llvm::isa<llvm::AllocaInst>(base) || (global && (global->isDeclaration() || global->isConstant()));
}

}  // namespace

void StoreTypes::add(const llvm::Type &type, const llvm::DataLayout &layout) {
  const bool isSimple = type.isIntegerTy() || type.isFloatingPointTy() || type.isPointerTy();
  const auto bytes = isSimple ? static_cast<std::int64_t>(layout.getTypeStoreSize(const_cast<llvm::Type *>(&type))) : 0;
  if (bytes <= 1)
    isAny_ = true;
  else
    types_.insert({bytes, type.isPointerTy()});
}

void StoreTypes::add(const llvm::Instruction &instruction, const llvm::DataLayout &layout, const CallEffects &effects) {
  if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    if (!llvm::isa<llvm::AllocaInst>(store->getPointerOperand())) add(*store->getValueOperand()->getType(), layout);
  } else if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction)) {
    isAny_ = true;
  } else if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    if (llvm::isa<llvm::DbgInfoIntrinsic>(call) || call->isLifetimeStartOrEnd() || call->onlyReadsMemory()) return;
    if (llvm::getFreedOperand(call, &targetLibrary())) return;
    for (unsigned i = 0; i < call->arg_size(); ++i) {
      const llvm::Value &argument = *call->getArgOperand(i);
      if (argument.getType()->isPointerTy() && !isOfNoCaller(argument) && effects.mayWrite(*call, i)) isAny_ = true;
    }
  }
}

void StoreTypes::add(const StoreTypes &other) {
  isAny_ |= other.isAny_;
  types_.insert(other.types_.begin(), other.types_.end());
}

bool StoreTypes::mayChange(const Cell &cell) const {
  const bool holdsAddress = cell.value.isPointer() || (cell.value.isHandle() && cell.size == kPointerBytes);
  return isAny_ || std::ranges::any_of(types_, [&](const Type &type) {
           return type.bytes == cell.size && (type.isPointer || !holdsAddress);
         });
}

}  // namespace lockstep::passes::symex
