#include "passes/instrument/accesses/FortranArrays.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace lockstep::instrument {

bool isArrayAssignment(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName() == "_FortranAAssign" && call->arg_size() >= 2;
}

/// Calls lockstepAssign of src/runtime/hooks/FortranArrays.cpp, which reads the descriptors: a plain call, unlike hooks.
void instrumentArrayAssignment(llvm::CallInst &call) {
  llvm::IRBuilder<> builder(&call);
  llvm::Type *pointer = builder.getPtrTy();
  const llvm::FunctionCallee hook =
      call.getModule()->getOrInsertFunction("lockstepAssign", builder.getVoidTy(), pointer, pointer);
  builder.CreateCall(hook, {call.getArgOperand(0), call.getArgOperand(1)})->addFnAttr(llvm::Attribute::NoMerge);
}

}  // namespace lockstep::instrument
