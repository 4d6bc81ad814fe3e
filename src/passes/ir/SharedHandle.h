// Whether all threads that make an MPI call pass the same communicator: a constant, a global variable, or a shared
// variable of a parallel region, also as an argument if every caller passes the same. Anything else may be private to a
// thread.
#pragma once

#include "passes/ir/MpiCall.h"

namespace lockstep::passes {

/// A value that identifies the communicator, window or file of the call; null if threads may have different ones.
const llvm::Value *sharedHandle(const MpiCall &call);

}  // namespace lockstep::passes
