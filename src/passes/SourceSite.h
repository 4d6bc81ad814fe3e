// From an instruction to the place in the source that its debug information names.
#pragma once

#include <llvm/IR/Instruction.h>

#include <string>

#include "report/Finding.h"

namespace lockstep::passes {

/// Role, file, line, column and function; the caller adds the call and the label.
report::Site sourceSite(const llvm::Instruction &instruction, report::SiteRole role);

/// Line of an instruction, 0 where unknown.
unsigned lineOf(const llvm::Instruction &instruction);

}  // namespace lockstep::passes
