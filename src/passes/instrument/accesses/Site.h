// The source location of an access, even if the optimizer moves it: hoisting a load drops its location, so it is saved
// in metadata beforehand.
#pragma once

#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Instruction.h>

#include "passes/instrument/accesses/Access.h"

namespace lockstep::instrument {

/// Saves the location of each load and store, before the optimizer.
void noteSites(llvm::Function &function);

/// The location for the hook of an access, which the run finds by its return address: the access's own, else that of a
/// user of its value or of a neighboring instruction, else the function's.
llvm::DebugLoc siteOf(const llvm::Instruction &access);

bool areOnOneLine(const Access &one, const Access &other);

}  // namespace lockstep::instrument
