// Tells the run how large the memory is that calls of MPI are given, and of which type: lends the variables of the
// stack to such calls and takes them back, tells of blocks of the heap when they are allocated, and lists the global
// variables. Variables are lent to functions of the module as well that pass them on to MPI. Where a window may be made
// over a variable, or an operation may go on using it, it tells when the function is left.
#pragma once

#include <llvm/IR/Module.h>

#include "passes/instrument/Exclusion.h"
#include "passes/instrument/Hooks.h"
#include "passes/pointers/PointsTo.h"

namespace lockstep::instrument {

/// `reach` is null where the module is not the whole program. What the optimizer has left tells types no longer: they
/// must have been noted before.
void tellObjects(llvm::Module &module, bool isOptimized, const Exclusion &exclusion, const passes::PointsTo *reach,
                 Hooks &hooks);

}  // namespace lockstep::instrument
