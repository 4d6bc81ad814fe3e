// From an instruction to the place in the source that its debug information names.
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instruction.h>

#include <string>

#include "report/Finding.h"

namespace lockstep::passes {

/// As the user wrote it on the compiler's command line, as in the compiler's own diagnostics; in full where the
/// compiler ran in another folder.
std::string fileName(const llvm::DIFile &file);

/// Of a function, as it stands in the source where that is known.
std::string sourceName(const llvm::Function &function);

/// Role, file, line, column and function; the caller adds the call and the label.
report::Site sourceSite(const llvm::Instruction &instruction, report::SiteRole role);

report::Site sourceSite(const llvm::DILocation &place, report::SiteRole role);

/// Line of an instruction, 0 where unknown.
unsigned lineOf(const llvm::Instruction &instruction);

}  // namespace lockstep::passes
