// A run tells the place of an MPI call by its return address. So calls that look alike are not made one, and none
// becomes a jump that leaves its caller's caller behind.
#pragma once

#include <llvm/IR/Function.h>

namespace lockstep::instrument {

void keepCallsApart(llvm::Function &function);

}  // namespace lockstep::instrument
