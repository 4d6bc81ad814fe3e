#include "passes/instrument/accesses/Locality.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Metadata.h>

namespace lockstep::instrument {

namespace {

/// Counters of profiling and coverage are updated by compiler-generated code.
bool isCompilersOwn(const llvm::GlobalVariable &variable) {
  return variable.getName().starts_with("__llvm_") || variable.getName().starts_with("llvm.");
}

bool readsUnchanging(const llvm::Instruction &instruction) {
  if (instruction.hasMetadata(llvm::LLVMContext::MD_invariant_load)) return true;
  const llvm::MDNode *type = instruction.getMetadata(llvm::LLVMContext::MD_tbaa);
  return type && type->isTBAAVtableAccess();
}

}  // namespace

bool Locality::isPrivate(const Access &access) {
  const bool isStore = access.kind == Access::Kind::Store;
  if (access.shape == Access::Shape::Scattered) return false;
  if (!isStore && readsUnchanging(*access.instruction)) return true;
  llvm::SmallVector<const llvm::Value *, 4> objects;
  llvm::getUnderlyingObjects(access.address, objects, nullptr, 0);
  return llvm::all_of(objects, [&](const llvm::Value *object) { return isPrivateObject(*object, isStore); });
}

bool Locality::isPrivateObject(const llvm::Value &object, bool isStore) {
  if (const auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&object)) {
    if (isStore && framesAreReused_) return false;
    return !escapes(*variable);
  }
  if (const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(&object))
    return global->isConstant() || isCompilersOwn(*global);
  return llvm::isa<llvm::UndefValue, llvm::ConstantPointerNull, llvm::Function>(object);
}

bool Locality::escapes(const llvm::AllocaInst &variable) {
  const auto [place, isNew] = escapes_.try_emplace(&variable, true);
  if (!isNew) return place->second;
  return place->second = llvm::PointerMayBeCaptured(&variable, true, true, 200);
}

}  // namespace lockstep::instrument
