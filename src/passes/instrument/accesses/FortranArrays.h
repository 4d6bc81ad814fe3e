// Assignments of whole arrays that flang leaves to its runtime library: the hook library reads the descriptors.
#pragma once

#include <llvm/IR/Instructions.h>

namespace lockstep::instrument {

bool isArrayAssignment(const llvm::Instruction &instruction);
void instrumentArrayAssignment(llvm::CallInst &call);

}  // namespace lockstep::instrument
