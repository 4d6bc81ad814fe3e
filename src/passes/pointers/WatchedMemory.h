// What a run records the loads and stores of, and why: the variables and allocations that MPI may know (PointsTo.h), as
// `lockstep check --what-is-recorded` lists them.
#pragma once

#include <llvm/IR/Module.h>

#include "report/Document.h"

namespace lockstep::passes {

/// For a module that is the whole program. Memory that has no name in the source is left out.
report::Recorded recordedMemory(llvm::Module &program);

}  // namespace lockstep::passes
