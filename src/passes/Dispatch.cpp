#include "passes/Dispatch.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/CallPromotionUtils.h>

#include <optional>

#include "passes/MpiCall.h"

namespace lockstep::passes {

namespace {

constexpr std::size_t kMaxChoices = 4;

/// The place in its class's table that a virtual call takes its function from; nothing for other calls.
std::optional<std::uint64_t> virtualPlace(const llvm::CallBase &call) {
  const auto *function = llvm::dyn_cast<llvm::LoadInst>(call.getCalledOperand());
  const auto *entry = function ? llvm::dyn_cast<llvm::GEPOperator>(function->getPointerOperand()) : nullptr;
  const auto *table = entry ? llvm::dyn_cast<llvm::LoadInst>(entry->getPointerOperand()) : nullptr;
  if (!table || entry->getNumIndices() != 1 || !entry->getSourceElementType()->isPointerTy()) return std::nullopt;
  const auto *place = llvm::dyn_cast<llvm::ConstantInt>(entry->getOperand(1));
  return place ? std::optional(place->getZExtValue()) : std::nullopt;
}

/// Tables begin with the offset of their part of the object and the type; virtual functions follow.
llvm::Function *functionAt(const llvm::Constant &table, std::uint64_t place) {
  constexpr unsigned kBeforeFunctions = 2;
  const auto *entries = llvm::dyn_cast<llvm::ConstantArray>(&table);
  if (!entries || place + kBeforeFunctions >= entries->getNumOperands()) return nullptr;
  const auto index = static_cast<unsigned>(place) + kBeforeFunctions;
  return llvm::dyn_cast<llvm::Function>(entries->getOperand(index)->stripPointerCasts());
}

llvm::SmallVector<llvm::Function *, 8> virtualTargets(const llvm::Module &module, std::uint64_t place) {
  llvm::SmallVector<llvm::Function *, 8> found;
  for (const llvm::GlobalVariable &global : module.globals()) {
    if (!global.getName().starts_with("_ZTV") || !global.hasInitializer()) continue;
    const auto *tables = llvm::dyn_cast<llvm::ConstantStruct>(global.getInitializer());
    if (!tables) continue;
    for (const llvm::Use &table : tables->operands()) {
      llvm::Function *function = functionAt(*llvm::cast<llvm::Constant>(table.get()), place);
      const bool isPure = function && function->getName() == "__cxa_pure_virtual";
      if (function && !isPure && !llvm::is_contained(found, function)) found.push_back(function);
    }
  }
  return found;
}

}  // namespace

llvm::SmallVector<llvm::Function *, 8> possibleTargets(const llvm::CallBase &call) {
  const llvm::Module &module = *call.getModule();
  llvm::SmallVector<llvm::Function *, 8> found;
  if (call.isInlineAsm()) return found;
  if (const std::optional<std::uint64_t> place = virtualPlace(call)) found = virtualTargets(module, *place);
  llvm::erase_if(found, [&](const auto *target) { return target->getFunctionType() != call.getFunctionType(); });
  if (!found.empty()) return found;
  for (const llvm::Function &function : module)
    if (function.getFunctionType() == call.getFunctionType() && !function.isIntrinsic() && function.hasAddressTaken())
      found.push_back(const_cast<llvm::Function *>(&function));
  return found;
}

void makePointersChoices(llvm::Module &module, const llvm::DenseSet<const llvm::Function *> &wanted) {
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
  for (llvm::CallBase *call : calls) {
    llvm::SmallVector<llvm::Function *, 8> targets = possibleTargets(*call);
    llvm::erase_if(targets, [&](const llvm::Function *target) { return !wanted.contains(target); });
    if (targets.size() > kMaxChoices) continue;
    for (llvm::Function *target : targets)
      if (llvm::isLegalToPromote(*call, target)) llvm::promoteCallWithIfThenElse(*call, target);
  }
}

}  // namespace lockstep::passes
