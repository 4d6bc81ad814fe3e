// Reports to the run the size and type of memory passed to MPI calls: stack variables before such calls and when they
// end, heap blocks when they are allocated, and a list of the global variables. Stack variables are also reported
// before calls of functions in the module that pass them on to MPI. If a window may be created over a variable, or an
// operation may outlive its function, the function's return is reported.
#pragma once

#include <llvm/IR/Module.h>

#include "passes/instrument/Exclusion.h"
#include "passes/instrument/Hooks.h"
#include "passes/pointers/PointsTo.h"

namespace lockstep::instrument {

/// `reach` is null if the module is not the whole program. Types must have been saved before, since the optimizer drops
/// the information.
void tellObjects(llvm::Module &module, bool isOptimized, const Exclusion &exclusion, const passes::PointsTo *reach,
                 Hooks &hooks);

}  // namespace lockstep::instrument
