#include "passes/machine/Fold.h"

#include <cmath>

#include <llvm/IR/Function.h>

#include "passes/ir/LibraryCall.h"

namespace lockstep::passes {

namespace {

bool isNumber(const llvm::Type &type) { return type.isIntegerTy() || type.isFloatingPointTy(); }

/// LLVM does not fold cube roots, with which programs arrange their ranks in a cube.
const llvm::Constant *foldCubeRoot(const llvm::Function &callee, const llvm::Constant &argument) {
  llvm::LibFunc known{};
  if (!targetLibrary().getLibFunc(callee, known)) return nullptr;
  if (known != llvm::LibFunc_cbrt && known != llvm::LibFunc_cbrtf) return nullptr;
  const auto *number = llvm::dyn_cast<llvm::ConstantFP>(&argument);
  return number ? llvm::ConstantFP::get(argument.getType(), std::cbrt(number->getValueAPF().convertToDouble()))
                : nullptr;
}

}  // namespace

bool isMath(const llvm::Function &function) {
  llvm::LibFunc known{};
  const bool isKnown =
      function.isIntrinsic() ? function.doesNotAccessMemory() : targetLibrary().getLibFunc(function, known);
  const llvm::FunctionType &type = *function.getFunctionType();
  if (!isKnown || type.getNumParams() == 0 || !isNumber(*type.getReturnType())) return false;
  const auto hasFloat = [](const llvm::Type *parameter) { return parameter->isFloatingPointTy(); };
  return llvm::all_of(type.params(), [](const llvm::Type *parameter) { return isNumber(*parameter); }) &&
         (type.getReturnType()->isFloatingPointTy() || llvm::any_of(type.params(), hasFloat));
}

const llvm::Constant *foldMath(const llvm::CallBase &call, const llvm::Function &callee,
                               llvm::function_ref<const llvm::Constant *(const llvm::Value &)> constantOf) {
  llvm::SmallVector<llvm::Constant *, 4> operands;
  for (const llvm::Value *argument : call.args()) {
    const llvm::Constant *constant = constantOf(*argument);
    if (!constant) return nullptr;
    operands.push_back(const_cast<llvm::Constant *>(constant));
  }
  if (const llvm::Constant *root = foldCubeRoot(callee, *operands.front())) return root;
  if (!llvm::canConstantFoldCallTo(&call, &callee)) return nullptr;
  auto *read = const_cast<llvm::CallBase *>(&call);  // only, but the interface lacks const
  return llvm::ConstantFoldCall(read, const_cast<llvm::Function *>(&callee), operands, &targetLibrary());
}

}  // namespace lockstep::passes
