#include "passes/instrument/Calls.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "mpi/Routine.h"

namespace lockstep::instrument {

namespace {

bool callsMpi(const llvm::CallBase &call) {
  const auto *callee = llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCasts());
  if (!callee || !callee->isDeclaration()) return false;
  const llvm::StringRef name = callee->getName();
  return mpi::findRoutine({name.data(), name.size()}).has_value();
}

}  // namespace

void keepCallsApart(llvm::Function &function) {
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!call || !callsMpi(*call)) continue;
    call->addFnAttr(llvm::Attribute::NoMerge);
    if (auto *plain = llvm::dyn_cast<llvm::CallInst>(call)) plain->setTailCallKind(llvm::CallInst::TCK_NoTail);
  }
}

}  // namespace lockstep::instrument
