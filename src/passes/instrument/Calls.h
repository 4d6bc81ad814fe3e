// A run identifies an MPI call by its return address. So calls that look equal must not be merged, and none may become
// a tail call, which would remove its caller from the stack.
#pragma once

#include <llvm/IR/Function.h>

namespace lockstep::instrument {

void keepCallsApart(llvm::Function &function);

}  // namespace lockstep::instrument
