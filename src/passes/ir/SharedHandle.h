// Whether all threads that make an MPI call pass the same communicator: a constant, a global variable, or a shared
// variable of a parallel region, also as an argument if every caller passes the same. Anything else may be private to a
// thread.
#pragma once

#include "passes/ir/MpiCall.h"

namespace lockstep::passes {

/// A value that identifies the communicator, window or file of the call; null if threads may have different ones.
const llvm::Value *sharedHandle(const MpiCall &call);

enum class CodeOf { Team, OneThread };

/// The same for any operand of a call, a value or the address of one: a constant, or the variable that all threads
/// read. Outside of teams every variable is one for all that comes later.
const llvm::Value *sharedValue(const llvm::Value &operand, CodeOf code = CodeOf::Team);

}  // namespace lockstep::passes
