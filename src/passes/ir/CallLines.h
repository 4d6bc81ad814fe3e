// Places in the source for calls that may lead to MPI, and for nothing else.
//
// A run tells where an MPI call stands and by which calls the program came there. Where it does not look at loads and
// stores, no other place is ever asked for, but carrying those of all instructions through the optimizer and into the
// object is what costs most of a compilation with line tables.
#pragma once

#include <llvm/IR/Module.h>

namespace lockstep::passes {

/// Only where the module has line tables and no more debug information than that.
void keepLinesOfCalls(llvm::Module &module);

}  // namespace lockstep::passes
