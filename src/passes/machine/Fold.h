// The result of an instruction whose operands are constants, for those whose values are LLVM's constants: the walk that
// joins paths and the search for numbers of ranks. LLVM folds.
//
// Symbolic execution, which forks paths, has numbers of its own (symex/Arithmetic.h): beside them stand handles and
// terms, for which LLVM has no constants, and it executes so much that LLVM's constants or ranges would cost too much.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>

namespace lockstep::passes {

/// Null where an operand is no constant, or the instruction has no result that can be told.
inline const llvm::Constant *fold(const llvm::Instruction &instruction, const llvm::DataLayout &layout,
                                  llvm::function_ref<const llvm::Constant *(const llvm::Value &)> constantOf) {
  llvm::SmallVector<llvm::Constant *, 4> operands;
  for (const llvm::Value *operand : instruction.operands()) {
    const llvm::Constant *constant = constantOf(*operand);
    if (!constant) return nullptr;
    operands.push_back(const_cast<llvm::Constant *>(constant));
  }
  auto *read = const_cast<llvm::Instruction *>(&instruction);  // only, but the interface lacks const
  return llvm::ConstantFoldInstOperands(read, operands, layout);
}

/// A mathematical function of numbers, which has no effect but its result.
bool isMath(const llvm::Function &function);
/// The same for a call of one.
const llvm::Constant *foldMath(const llvm::CallBase &call, const llvm::Function &callee,
                               llvm::function_ref<const llvm::Constant *(const llvm::Value &)> constantOf);

}  // namespace lockstep::passes
