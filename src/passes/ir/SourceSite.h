// The source location of an instruction, from its debug information.
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instruction.h>

#include <string>

#include "report/Finding.h"

namespace lockstep::passes {

/// As on the compiler's command line, like in the compiler's own diagnostics; an absolute path if the compiler ran in
/// another folder.
std::string fileName(const llvm::DIFile &file);

/// Name of a function as in the source, if known.
std::string sourceName(const llvm::Function &function);

/// Sets role, file, line, column and function; the caller adds the call and the label.
report::Site sourceSite(const llvm::Instruction &instruction, report::SiteRole role);

report::Site sourceSite(const llvm::DILocation &place, report::SiteRole role);

/// Line of an instruction, 0 if unknown.
unsigned lineOf(const llvm::Instruction &instruction);

}  // namespace lockstep::passes
