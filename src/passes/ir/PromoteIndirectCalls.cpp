#include "passes/ir/PromoteIndirectCalls.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/CallPromotionUtils.h>

#include <iterator>
#include <optional>

#include "passes/ir/MpiCall.h"

namespace lockstep::passes {

namespace {

constexpr std::size_t kMaxChoices = 4;

/// The virtual table slot of a virtual call; nothing for other calls.
std::optional<unsigned> virtualPlace(const llvm::CallBase &call) {
  const auto *function = llvm::dyn_cast<llvm::LoadInst>(call.getCalledOperand());
  const auto *entry = function ? llvm::dyn_cast<llvm::GEPOperator>(function->getPointerOperand()) : nullptr;
  const auto *table = entry ? llvm::dyn_cast<llvm::LoadInst>(entry->getPointerOperand()) : nullptr;
  if (!table || entry->getNumIndices() != 1 || !entry->getSourceElementType()->isPointerTy()) return std::nullopt;
  const auto *place = llvm::dyn_cast<llvm::ConstantInt>(entry->getOperand(1));
  return place ? std::optional(static_cast<unsigned>(place->getZExtValue())) : std::nullopt;
}

}  // namespace

PointerTargets::PointerTargets(const llvm::Module &module) {
  for (const llvm::Function &function : module)
    if (!function.isIntrinsic() && function.hasAddressTaken())
      taken_[function.getFunctionType()].push_back(const_cast<llvm::Function *>(&function));
  for (const llvm::GlobalVariable &global : module.globals()) {
    if (!global.getName().starts_with("_ZTV") || !global.hasInitializer()) continue;
    if (const auto *tables = llvm::dyn_cast<llvm::ConstantStruct>(global.getInitializer()))
      for (const llvm::Use &table : tables->operands()) addTable(*llvm::cast<llvm::Constant>(table.get()));
  }
}

/// A virtual table begins with the offset to top and the type info; virtual functions follow.
void PointerTargets::addTable(const llvm::Constant &table) {
  constexpr unsigned kBeforeFunctions = 2;
  const auto *entries = llvm::dyn_cast<llvm::ConstantArray>(&table);
  for (unsigned i = kBeforeFunctions; entries && i < entries->getNumOperands(); ++i) {
    auto *function = llvm::dyn_cast<llvm::Function>(entries->getOperand(i)->stripPointerCasts());
    if (!function || function->getName() == "__cxa_pure_virtual") continue;
    Functions &known = virtual_[{i - kBeforeFunctions, function->getFunctionType()}];
    if (!llvm::is_contained(known, function)) known.push_back(function);
  }
}

llvm::ArrayRef<llvm::Function *> PointerTargets::of(const llvm::CallBase &call) const {
  if (call.isInlineAsm()) return {};
  if (const std::optional<unsigned> place = virtualPlace(call))
    if (const auto found = virtual_.find({*place, call.getFunctionType()}); found != virtual_.end())
      return found->second;
  const auto found = taken_.find(call.getFunctionType());
  return found == taken_.end() ? llvm::ArrayRef<llvm::Function *>() : found->second;
}

void promoteIndirectCalls(llvm::Module &module, const llvm::DenseSet<const llvm::Function *> &wanted) {
  llvm::DenseSet<const llvm::FunctionType *> types;
  for (const llvm::Function *function : wanted)
    if (function->hasAddressTaken()) types.insert(function->getFunctionType());
  if (types.empty()) return;
  llvm::SmallVector<llvm::CallBase *> calls;
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
          call && types.contains(call->getFunctionType()) && !calledFunction(*call))
        calls.push_back(call);
  const PointerTargets pointerTargets(module);
  for (llvm::CallBase *call : calls) {
    llvm::SmallVector<llvm::Function *, kMaxChoices> targets;
    llvm::copy_if(pointerTargets.of(*call), std::back_inserter(targets),
                  [&](const llvm::Function *target) { return wanted.contains(target); });
    if (targets.size() > kMaxChoices) continue;
    for (llvm::Function *target : targets)
      if (llvm::isLegalToPromote(*call, target)) llvm::promoteCallWithIfThenElse(*call, target);
  }
}

}  // namespace lockstep::passes
