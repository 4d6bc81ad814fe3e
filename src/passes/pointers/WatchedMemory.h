// The memory whose loads and stores a run records, and why: variables and allocations that MPI may access (PointsTo.h),
// as listed by `lockstep check --what-is-recorded`.
#pragma once

#include <llvm/IR/Module.h>

#include "report/Document.h"

namespace lockstep::passes {

/// For a module that is the whole program. Memory without a name in the source is left out.
report::Recorded recordedMemory(llvm::Module &program);

}  // namespace lockstep::passes
