// Whether all threads that make an MPI call name the same communicator: a constant, a global variable, or a variable
// of a parallel region's surroundings, also as an argument where every caller passes the same. Anything else may be a
// thread's own.
#pragma once

#include "passes/ir/MpiCall.h"

namespace lockstep::passes {

/// What stands for the communicator, window or file of the call, to be compared; null where threads may have their own.
const llvm::Value *sharedHandle(const MpiCall &call);

}  // namespace lockstep::passes
