// Keeps source locations only for calls that may lead to MPI.
//
// A run reports the locations of MPI calls and their call stacks. If loads and stores are not instrumented, no other
// location is ever needed, but carrying those of all instructions through the optimizer and into the object file is
// most of the cost of line tables.
#pragma once

#include <llvm/IR/Module.h>

namespace lockstep::passes {

/// Only if the module has line tables and no further debug information.
void keepLinesOfCalls(llvm::Module &module);

}  // namespace lockstep::passes
