// Where in the source an access is, also where the optimizer has moved it: it drops the place of a load that it takes
// out of a loop, so the place is noted beside it beforehand.
#pragma once

#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Instruction.h>

#include "passes/instrument/accesses/Access.h"

namespace lockstep::instrument {

/// Notes the place of each load and store, before the optimizer.
void noteSites(llvm::Function &function);

/// A place for the hook of an access, so that its return address tells it: the access's own, else that of what uses its
/// value or lies beside it, else its function's.
llvm::DebugLoc siteOf(const llvm::Instruction &access);

bool areOnOneLine(const Access &one, const Access &other);

}  // namespace lockstep::instrument
